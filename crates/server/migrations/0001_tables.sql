-- For SQLite and PostgreSQL alike: text and 64-bit numbers are all that a log needs.

-- Who plays: a guest needs no more than a name and a cookie.
CREATE TABLE people (
    id      TEXT PRIMARY KEY,
    name    TEXT NOT NULL,
    created BIGINT NOT NULL
);

-- What was fixed before a match began. The header is there from the first turn on.
CREATE TABLE matches (
    id      TEXT PRIMARY KEY,
    game    TEXT NOT NULL,
    options TEXT NOT NULL,
    secret  TEXT NOT NULL,
    listing TEXT NOT NULL,
    host    TEXT NOT NULL,
    created BIGINT NOT NULL,
    header  TEXT,
    ended   BIGINT,
    rematch TEXT
);

CREATE INDEX matches_open ON matches (listing, ended, created);

-- Who has which seat: nobody yet, a person, or a bot.
CREATE TABLE seats (
    match_id TEXT NOT NULL REFERENCES matches (id),
    seat     BIGINT NOT NULL,
    kind     TEXT NOT NULL,
    holder   TEXT NOT NULL,
    word     TEXT NOT NULL,
    PRIMARY KEY (match_id, seat)
);

CREATE INDEX seats_holder ON seats (holder);

-- What happened. The key is what makes two answers to one question impossible.
CREATE TABLE entries (
    match_id TEXT NOT NULL REFERENCES matches (id),
    seq      BIGINT NOT NULL,
    seat     BIGINT,
    kind     TEXT NOT NULL,
    text     TEXT NOT NULL,
    at       BIGINT NOT NULL,
    hash     TEXT NOT NULL,
    PRIMARY KEY (match_id, seq)
);
