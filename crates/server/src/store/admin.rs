//! What operators ask of a database.

use std::path::Path;

use super::value::{Row, Statement, values};
use super::{Database, Failure, Query, Store};
use crate::ids::now;

/// What is stored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stats {
    /// The number of matches.
    pub matches: i64,
    /// The number of matches that have begun and not ended.
    pub in_progress: i64,
    /// The number of tables with open seats.
    pub open: i64,
    /// The number of entries of all matches.
    pub entries: i64,
    /// The number of people who have chosen a name or closed the guide.
    pub people: i64,
    /// The banned people and addresses with the reasons.
    pub bans: Vec<(String, String)>,
}

impl Store {
    /// Counts what is stored.
    pub async fn stats(&self) -> Result<Stats, Failure> {
        let counts = [
            "SELECT COUNT(*) FROM matches",
            "SELECT COUNT(*) FROM matches WHERE header IS NOT NULL AND ended IS NULL",
            "SELECT COUNT(*) FROM matches WHERE header IS NULL AND ended IS NULL",
            "SELECT COUNT(*) FROM entries",
            "SELECT COUNT(*) FROM people",
        ];
        let queries = counts.map(|sql| Query { sql, values: Vec::new() }).into();
        let results = self.queries(queries).await?;
        let count = |at: usize| results[at][0].integer(0);
        Ok(Stats {
            matches: count(0)?,
            in_progress: count(1)?,
            open: count(2)?,
            entries: count(3)?,
            people: count(4)?,
            bans: self.bans().await?,
        })
    }

    /// The banned people and addresses with the reasons.
    pub async fn bans(&self) -> Result<Vec<(String, String)>, Failure> {
        let rows = self.query("SELECT subject, reason FROM bans ORDER BY created", Vec::new()).await?;
        rows.iter().map(|row: &Row| Ok((row.text(0)?.to_owned(), row.text(1)?.to_owned()))).collect()
    }

    /// Bans a person or a hashed address.
    pub async fn ban(&self, subject: &str, reason: &str) -> Result<(), Failure> {
        let ban = Statement::new(
            "INSERT INTO bans (subject, reason, created) VALUES ($1, $2, $3) \
             ON CONFLICT (subject) DO UPDATE SET reason = excluded.reason",
            values![subject, reason, now()],
        );
        self.write(None, vec![ban]).await.map(drop)
    }

    /// Lifts a ban. Returns false if there was none.
    pub async fn unban(&self, subject: &str) -> Result<bool, Failure> {
        let unban = Statement::new("DELETE FROM bans WHERE subject = $1", values![subject]);
        self.write(None, vec![unban.one_row()]).await
    }

    /// Closes a table: the match counts as aborted. Returns false if it is over or does not exist.
    pub async fn close_table(&self, match_id: &str) -> Result<bool, Failure> {
        let sql = "UPDATE matches SET ended = $1, aborted = $1 WHERE id = $2 AND ended IS NULL";
        self.write(Some(match_id), vec![Statement::new(sql, values![now(), match_id]).one_row()]).await
    }

    /// Deletes a match and everything that belongs to it. Returns false if it does not exist.
    pub async fn delete_match(&self, match_id: &str) -> Result<bool, Failure> {
        let delete = |sql| Statement::new(sql, values![match_id]);
        let statements = vec![
            delete("DELETE FROM talk WHERE match_id = $1"),
            delete("DELETE FROM entries WHERE match_id = $1"),
            delete("DELETE FROM seats WHERE match_id = $1"),
            delete("DELETE FROM matches WHERE id = $1").one_row(),
        ];
        self.write(Some(match_id), statements).await
    }

    /// Deletes the matches that ended, or in which nothing happened since, before a time. Returns their number.
    pub async fn prune(&self, before: i64) -> Result<usize, Failure> {
        let rows = self
            .query(
                "SELECT id FROM matches WHERE created < $1 AND COALESCE(ended, \
                 (SELECT MAX(at) FROM entries WHERE match_id = id), created) < $1 ORDER BY id",
                values![before],
            )
            .await?;
        for row in &rows {
            self.delete_match(row.text(0)?).await?;
        }
        Ok(rows.len())
    }

    /// Writes a copy of an SQLite database to a new file, also while a server uses it.
    pub async fn back_up(&self, to: &Path) -> Result<(), Failure> {
        match &*self.database {
            Database::Sqlite(sqlite) => sqlite.back_up(to.to_owned()).await,
            Database::Postgres(_) => Err(Failure::new("use pg_dump for a PostgreSQL database")),
        }
    }
}
