-- Lists of matches with results, matches that a person has removed from their list, names for players who share a
-- screen, and who is at the table.

-- The name of the player in this seat, if it is not the name of the person who has it.
ALTER TABLE seats ADD COLUMN name TEXT;

-- When the person removed the match from their list.
ALTER TABLE seats ADD COLUMN hidden BIGINT;

-- The result as JSON: `winners` and `scores` by seat. Matches that ended in older versions have none.
ALTER TABLE matches ADD COLUMN result TEXT;

-- When the person in a seat left the table; NULL while they are there.
ALTER TABLE seats ADD COLUMN away BIGINT;
