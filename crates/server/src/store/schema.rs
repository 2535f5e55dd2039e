//! The versions of the database's tables. The same SQL serves both databases.

use super::Failure;

/// The migrations, oldest first.
const MIGRATIONS: [(i64, &str); 4] = [
    (1, include_str!("../../migrations/0001_tables.sql")),
    (2, include_str!("../../migrations/0002_together.sql")),
    (3, include_str!("../../migrations/0003_to_act.sql")),
    (4, include_str!("../../migrations/0004_seats.sql")),
];

/// The tables with the version. The first was written by a library that older servers used.
pub(super) const VERSION_TABLES: [&str; 2] = ["_sqlx_migrations", "schema_versions"];

pub(super) const CREATE_VERSION_TABLE: &str =
    "CREATE TABLE IF NOT EXISTS schema_versions (version BIGINT PRIMARY KEY)";

/// The migrations that a database of this version still needs.
pub(super) fn newer_than(version: i64) -> Result<impl Iterator<Item = (i64, &'static str)>, Failure> {
    if MIGRATIONS.iter().all(|(number, _)| *number < version) {
        return Err(Failure::new("it was used by a newer version of Atlas, which this version cannot read"));
    }
    Ok(MIGRATIONS.into_iter().filter(move |(number, _)| *number > version))
}
