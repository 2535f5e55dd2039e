-- Lists in one query, changes of seats in one transaction, and tables that nobody can starve or flood.

-- Who is to act after an entry, as sets of seats (the lowest bit is seat 0): those whose player decides, and those in
-- which a bot decides. Entries of older versions have neither.
ALTER TABLE entries ADD COLUMN people_to_act BIGINT;
ALTER TABLE entries ADD COLUMN bots_to_act BIGINT;

-- The same before the first entry.
ALTER TABLE matches ADD COLUMN people_to_act BIGINT;
ALTER TABLE matches ADD COLUMN bots_to_act BIGINT;

-- Counts the changes of seats, so that of two processes that seat somebody only one succeeds.
ALTER TABLE matches ADD COLUMN seatings BIGINT NOT NULL DEFAULT 0;

-- Where the match was opened from: a keyed hash of the address, never the address itself.
ALTER TABLE matches ADD COLUMN origin TEXT NOT NULL DEFAULT '';

-- When the host of an open table was last connected to it.
ALTER TABLE matches ADD COLUMN host_seen BIGINT NOT NULL DEFAULT 0;

-- People and addresses that may not come in. An address is stored as a keyed hash.
CREATE TABLE bans (
    subject TEXT PRIMARY KEY,
    reason  TEXT NOT NULL,
    created BIGINT NOT NULL
);

-- One row that readiness probes write to.
CREATE TABLE probes (
    id BIGINT PRIMARY KEY,
    at BIGINT NOT NULL
);

INSERT INTO probes (id, at) VALUES (1, 0);
