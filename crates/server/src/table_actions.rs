//! What people and bots do at a table. What has returned without an error is on the disk.

use std::sync::Arc;

use atlas_core::play::TakeBack;
use atlas_core::{Code, Control, Entry, Refusal, Seat, Seats};

use crate::bots::STAND_IN;
use crate::error::Error;
use crate::ids::{fresh_id, now};
use crate::live::Live;
use crate::snapshot::Snapshot;
use crate::store::{Appended, Holder, SeatRow, ToAct, Words};
use crate::tables::{NewTable, Tables, is_full, start};

/// Maximum length of a chat message, in characters.
const MAX_CHAT_LEN: usize = 300;

/// A player who is connected but does not move for this many times the patience with absent players counts as away.
const SILENT_FACTOR: i64 = 10;

const WATCHING: Error = Error::Forbidden("You are watching this table.");

/// A bot takes over a seat.
fn given_to_bot(seat: Seat) -> Entry {
    Entry::Given { seat, to: Control::Bot(STAND_IN.to_owned()) }
}

impl Tables {
    /// Appends entries to a match: `decide` chooses them by the newest snapshot. If another process has appended
    /// something in the meantime, it chooses again.
    async fn append(
        self: &Arc<Tables>,
        live: &Arc<Live>,
        decide: impl Fn(&Snapshot) -> Result<Vec<Entry>, Error>,
    ) -> Result<(), Error> {
        let writing = live.writing.lock().await;
        loop {
            self.check_open()?;
            let before = live.now();
            let entries = decide(&before)?;
            // The secret of a finished match is public, so nothing may follow.
            if before.begun()?.outcome().is_some() {
                return Err(Refusal::over().into());
            }
            let mut after: Vec<Snapshot> = Vec::with_capacity(entries.len());
            for entry in entries {
                let last = after.last().unwrap_or(&before);
                let mut next = last.begun()?.fork();
                next.append(entry)?;
                after.push(last.followed_by(next, now()));
            }
            let Some(last) = after.last() else { return Ok(()) };
            let table = last.begun()?;
            let records = &table.records()[before.head() as usize..];
            let result = table.outcome().map(|_| table.result().to_string());
            match self.store.append_all(&live.id, records, last.to_act(table), result).await? {
                Appended::Stored => {
                    after.into_iter().for_each(|snapshot| live.publish(snapshot));
                    break;
                }
                Appended::Taken => {
                    self.catch_up(live).await?;
                    self.stand_by(live);
                    // Without a new entry, somebody must have closed the table.
                    if live.now().head() == before.head() {
                        live.now().begun()?;
                        return Err(Refusal::over().into());
                    }
                }
            }
        }
        drop(writing);
        self.wake_bots(live);
        Ok(())
    }

    /// A seat answers a question; without its id, the one that is open now.
    ///
    /// Entries of other seats may have come in between. As long as the question is open, the answer is judged again.
    pub async fn act(
        self: &Arc<Tables>,
        live: &Arc<Live>,
        seat: Seat,
        sentence: &str,
        question: Option<u64>,
    ) -> Result<(), Error> {
        let question = match question {
            Some(id) => Some(id),
            None => live.now().begun()?.question(seat).map(|open| open.id),
        };
        self.append(live, |now| {
            if let Some(id) = question {
                now.begun()?.check_question(seat, id)?;
            }
            Ok(vec![Entry::Act { seat, sentence: sentence.to_owned() }])
        })
        .await
    }

    /// Checks that a person may decide for a seat now.
    pub fn check_player(&self, live: &Live, person: &str, seat: Seat) -> Result<(), Error> {
        let now = live.now();
        if now.person_in(seat) != Some(person) {
            return Err(WATCHING);
        }
        if now.stand_in(seat).is_some() {
            return Err(Error::refused("A bot is playing for you. Take your seat back first."));
        }
        Ok(())
    }

    // ---- Taking back

    /// A person asks to take back the last action of a seat of theirs, or agrees to what another player asks, having seen
    /// `seen` entries. It is done when everyone who plays has agreed; bots always agree.
    pub async fn take_back(
        self: &Arc<Tables>,
        live: &Arc<Live>,
        person: &str,
        seat: Seat,
        seen: u64,
    ) -> Result<(), Error> {
        let now = live.now();
        let (to, agreed) = take_back(&now, person, seat, seen)?;
        if agreed {
            return self
                .append(live, |now| {
                    let (to, _) = take_back(now, person, seat, seen)?;
                    Ok(vec![Entry::Undo { to }])
                })
                .await;
        }
        self.say_words(live, person, &Words::Back { head: seen, to }).await
    }

    /// A player does not agree to take a move back.
    pub async fn keep(self: &Arc<Tables>, live: &Arc<Live>, person: &str) -> Result<(), Error> {
        let now = live.now();
        if now.seats_of(person).is_empty() {
            return Err(WATCHING);
        }
        if now.request().is_none() {
            return Err(Error::refused("Nobody has asked to take a move back."));
        }
        self.say_words(live, person, &Words::Keep { head: now.head() }).await
    }

    async fn say_words(&self, live: &Live, person: &str, words: &Words) -> Result<(), Error> {
        self.check_open()?;
        let _writing = live.writing.lock().await;
        self.store.say(&live.id, person, words).await?;
        self.catch_up(live).await
    }

    /// A player writes a chat message.
    pub async fn say(&self, live: &Live, person: &str, text: &str) -> Result<(), Error> {
        let text: String = text.trim().chars().filter(|letter| !letter.is_control()).collect();
        if text.is_empty() {
            return Err(Error::refused("The message is empty."));
        }
        if text.chars().count() > MAX_CHAT_LEN {
            return Err(Error::refused(format!("A message has at most {MAX_CHAT_LEN} characters.")));
        }
        if live.now().seats_of(person).is_empty() {
            return Err(Error::Forbidden("Only players can write at this table."));
        }
        self.say_words(live, person, &Words::Chat(text)).await
    }

    // ---- Leaving and coming back

    /// A player leaves for good. If the match goes on, a bot finishes it for them.
    pub async fn resign(self: &Arc<Tables>, live: &Arc<Live>, seat: Seat) -> Result<(), Error> {
        self.append(live, |now| {
            let leave = Entry::Leave { seat };
            let mut after = now.begun()?.fork();
            after.append(leave.clone())?;
            let goes_on = after.outcome().is_none();
            Ok([leave].into_iter().chain(goes_on.then(|| given_to_bot(seat))).collect())
        })
        .await
    }

    /// Aborts a match in which no person has moved.
    pub async fn abort(self: &Arc<Tables>, live: &Arc<Live>, person: &str) -> Result<(), Error> {
        self.check_open()?;
        if live.now().seats_of(person).is_empty() {
            return Err(Error::Forbidden("Only players can abort a match."));
        }
        let _writing = live.writing.lock().await;
        let aborted = self.store.abort(&live.id).await?;
        self.catch_up(live).await?;
        if aborted {
            Ok(())
        } else {
            Err(Error::refused("A move has already been made. You can resign instead."))
        }
    }

    /// Lets a bot play for a seat: for the person's own at any time, for another's if they have been away for too long.
    pub async fn hand_over(
        self: &Arc<Tables>,
        live: &Arc<Live>,
        person: &str,
        seat: Seat,
    ) -> Result<(), Error> {
        self.append(live, |snapshot| {
            let own = snapshot.seats_of(person);
            if own.is_empty() {
                return Err(WATCHING);
            }
            if !snapshot.decided_by_people().contains(seat) {
                return Err(Error::refused("No person plays that seat."));
            }
            if !own.contains(seat) {
                if !snapshot.begun()?.acting().contains(seat) {
                    return Err(Error::refused("It is not their turn."));
                }
                self.check_away(snapshot, seat)?;
            }
            Ok(vec![given_to_bot(seat)])
        })
        .await
    }

    /// Checks that the person in a seat has been away for so long that a bot may replace them.
    fn check_away(&self, snapshot: &Snapshot, seat: Seat) -> Result<(), Error> {
        let patience = self.pace.player.as_millis() as i64;
        let elapsed = |since: i64| now().saturating_sub(since).max(0);
        if elapsed(snapshot.moved) >= SILENT_FACTOR * patience {
            return Ok(());
        }
        let Some(away) = snapshot.seats[seat.index()].away else {
            return Err(Error::refused("They are at the table. Give them time to choose."));
        };
        match (patience - elapsed(away) + 999) / 1000 {
            ..=0 => Ok(()),
            1 => Err(Error::refused("They have just left. Wait one more second.")),
            left => Err(Error::refused(format!("They have just left. Wait {left} more seconds."))),
        }
    }

    /// A person takes their seats back from the bots that played for them.
    pub async fn come_back(self: &Arc<Tables>, live: &Arc<Live>, person: &str) -> Result<(), Error> {
        self.append(live, |now| {
            let own = now.seats_of(person);
            let replaced: Vec<Seat> = own.iter().filter(|seat| now.stand_in(*seat).is_some()).collect();
            let Some(first) = replaced.first() else {
                return Err(Error::refused("No bot is playing for you."));
            };
            if now.begun()?.gone().contains(*first) {
                return Err(Error::refused("You have resigned, so you cannot take your seat back."));
            }
            Ok(replaced.into_iter().map(|seat| Entry::Given { seat, to: Control::Player }).collect())
        })
        .await
    }

    // ---- Seats

    /// A person takes the first open seat, unless they have one already. The match begins with the last seat.
    pub async fn sit(self: &Arc<Tables>, live: &Arc<Live>, person: &str, word: &str) -> Result<(), Error> {
        let writing = live.writing.lock().await;
        loop {
            self.check_open()?;
            let now = live.now();
            if !now.seats_of(person).is_empty() {
                return Ok(());
            }
            let Some(open) = now.seats.iter().position(|seat| seat.holder == Holder::Open) else {
                return Err(Refusal::new(Code::Seats, "Every seat is taken.").into());
            };
            let row = SeatRow::new(Holder::Person(person.to_owned()), word);
            if self.take_seat(live, &now, open, row).await? {
                break;
            }
        }
        drop(writing);
        self.wake_bots(live);
        Ok(())
    }

    /// The host seats a bot at an open seat.
    pub async fn seat_bot(
        self: &Arc<Tables>,
        live: &Arc<Live>,
        person: &str,
        seat: Seat,
    ) -> Result<(), Error> {
        let writing = live.writing.lock().await;
        loop {
            self.check_open()?;
            let now = live.now();
            if now.row.host != person {
                return Err(Error::Forbidden("Only the host can seat bots."));
            }
            if now.seats.get(seat.index()).is_none_or(|row| row.holder != Holder::Open) {
                return Err(Refusal::new(Code::Seats, "That seat is taken.").into());
            }
            if self
                .take_seat(live, &now, seat.index(), SeatRow::new(Holder::Bot(STAND_IN.to_owned()), ""))
                .await?
            {
                break;
            }
        }
        drop(writing);
        self.wake_bots(live);
        Ok(())
    }

    /// Gives an open seat to somebody, and begins the match with the last one. Returns false if the seats have changed.
    async fn take_seat(&self, live: &Live, now: &Snapshot, open: usize, row: SeatRow) -> Result<bool, Error> {
        if now.row.aborted.is_some() {
            return Err(Refusal::new(Code::Over, "The table was closed.").into());
        }
        let mut seats = now.seats.to_vec();
        seats[open] = row;
        let table = if is_full(&seats) { Some(start(live, now, &seats)?) } else { None };
        let begin = table.as_ref().map(|table| (table.header(), to_act_at_start(&seats, table.acting())));
        let taken = self.store.take_seat(&live.id, now.row.seatings, open, &seats[open], begin).await?;
        self.catch_up(live).await?;
        Ok(taken)
    }

    /// Begins a match whose seats are all taken, which only older versions could leave behind.
    pub(crate) async fn begin(self: &Arc<Tables>, live: &Arc<Live>) -> Result<(), Error> {
        let _writing = live.writing.lock().await;
        let now = live.now();
        let table = start(live, &now, &now.seats)?;
        let to_act = to_act_at_start(&now.seats, table.acting());
        self.store.begin(&live.id, now.row.seatings, table.header(), to_act).await?;
        self.catch_up(live).await
    }

    /// The tokens with which programs play the seats of a person.
    pub async fn tokens(&self, live: &Live, person: &str) -> Result<Vec<(Seat, String)>, Error> {
        let mut now = live.now();
        let own = now.seats_of(person);
        let without = |now: &Snapshot| -> Vec<Seat> {
            own.iter().filter(|seat| now.seats[seat.index()].token.is_empty()).collect()
        };
        if !without(&now).is_empty() {
            self.check_open()?;
            let _writing = live.writing.lock().await;
            let tokens = without(&now).into_iter().map(|seat| (seat.index(), fresh_id() + &fresh_id()));
            self.store.create_tokens(&live.id, tokens.collect()).await?;
            self.catch_up(live).await?;
            now = live.now();
        }
        Ok(own.iter().map(|seat| (seat, now.seats[seat.index()].token.clone())).collect())
    }

    /// The seat that a token belongs to, and the person who has it.
    pub async fn seat_of_token(&self, live: &Live, token: &str) -> Result<(Seat, String), Error> {
        let find = |now: &Snapshot| {
            let at = now.seats.iter().position(|seat| seat.token == token)?;
            Some((Seat(at as u8), now.seats[at].holder.person()?.to_owned()))
        };
        let unknown = Error::Forbidden("This token does not belong to a seat of this table.");
        if token.is_empty() {
            return Err(unknown);
        }
        if let Some(found) = find(&live.now()) {
            return Ok(found);
        }
        // Another process may have created it.
        if self.store.is_shared() {
            let _writing = live.writing.lock().await;
            self.catch_up(live).await?;
        }
        find(&live.now()).ok_or(unknown)
    }

    // ---- Rematch

    /// The same people and bots play again, at a new table. Everyone who asks is sent to the same one.
    pub async fn rematch(self: &Arc<Tables>, live: &Arc<Live>, person: &str) -> Result<String, Error> {
        let now = live.now();
        if now.seats_of(person).is_empty() {
            return Err(Error::Forbidden("Only players can ask for a rematch."));
        }
        if let Some(next) = &now.row.rematch {
            return Ok(next.clone());
        }
        // An aborted match was not played, so the next one is like it.
        let options = match &now.table {
            Some(table) if table.outcome().is_some() => table.rematch(),
            _ if now.row.aborted.is_some() => now.row.options.clone(),
            _ => return Err(Refusal::new(Code::Request, "The match is not over.").into()),
        };
        let new = NewTable {
            game: now.row.game.clone(),
            options,
            listing: now.row.listing,
            origin: now.row.origin.clone(),
            seats: now
                .seats
                .iter()
                .map(|seat| SeatRow::new(seat.holder.clone(), &seat.word).named(seat.own_name.clone()))
                .collect(),
        };
        self.create_rematch(person, new, Some(&live.id)).await?;
        let _writing = live.writing.lock().await;
        self.catch_up(live).await?;
        let missing = Error::refused("There is no rematch yet. Please try again.");
        live.now().row.rematch.clone().ok_or(missing)
    }
}

/// The entry to which a take-back would go, and whether everyone who plays has agreed to it.
fn take_back(now: &Snapshot, person: &str, seat: Seat, seen: u64) -> Result<(u64, bool), Error> {
    if now.head() != seen {
        return Err(Error::Conflict);
    }
    if now.is_over() {
        return Err(Refusal::over().into());
    }
    let (to, agreed) = match now.request() {
        Some(request) => (request.to, request.agreed),
        None => match now.begun()?.take_back(seat) {
            TakeBack::Never(why) => {
                return Err(Error::refused(format!("You cannot take this back: {why}.")));
            }
            TakeBack::Free(to) => (to, now.decided_by_people()),
            TakeBack::Consent(to) => (to, Seats::NONE),
        },
    };
    let agreed = now.seats_of(person).iter().fold(agreed, Seats::with);
    Ok((to, now.decided_by_people().without(agreed).is_empty()))
}

/// The seats that act first, at a table with these seats.
fn to_act_at_start(seats: &[SeatRow], acting: Seats) -> ToAct {
    let is_bot = |seat: &Seat| matches!(seats[seat.index()].holder, Holder::Bot(_));
    let bots: Seats = acting.iter().filter(is_bot).collect();
    ToAct { people: acting.without(bots), bots }
}
