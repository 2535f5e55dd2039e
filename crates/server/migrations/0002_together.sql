-- What people do beside the moves: programs in their seats, talk, muting, and the guide of a first game.

-- What a program shows to play a seat. Made when it is first asked for.
ALTER TABLE seats ADD COLUMN token TEXT NOT NULL DEFAULT '';

-- A match that was called off before anybody had moved.
ALTER TABLE matches ADD COLUMN aborted BIGINT;

-- When a person had seen enough of the guide.
ALTER TABLE people ADD COLUMN guided BIGINT;

-- What is said at a table: words for people, and consent to taking a move back.
CREATE TABLE talk (
    match_id TEXT NOT NULL REFERENCES matches (id),
    n        BIGINT NOT NULL,
    person   TEXT NOT NULL,
    kind     TEXT NOT NULL,
    text     TEXT NOT NULL,
    at       BIGINT NOT NULL,
    PRIMARY KEY (match_id, n)
);

-- Whose words somebody does not want to read.
CREATE TABLE mutes (
    person TEXT NOT NULL,
    muted  TEXT NOT NULL,
    PRIMARY KEY (person, muted)
);
