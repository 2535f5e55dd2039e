//! What people do at a table. Whatever returns well is on the disk.

use std::sync::Arc;

use atlas_core::play::TakeBack;
use atlas_core::{Code, Control, Entry, Refusal, Seat, Seats, Text};
use tokio::sync::MutexGuard;

use crate::ids::{fresh_id, now};
use crate::live::{Inner, Live};
use crate::store::{Appended, Holder, SeatRow, Words, trouble};
use crate::tables::{Tables, Wish};

/// Maximum length of a chat message, in characters.
const MAX_CHAT_LEN: usize = 300;
/// The bot that plays for people.
const STAND_IN: &str = "adept";

/// Why an action did not happen.
#[derive(Clone, PartialEq, Debug)]
pub enum NotDone {
    /// A rule, or the table, does not allow it.
    Refused(Refusal),
    /// The question it answers has been answered.
    Conflict,
}

impl From<Refusal> for NotDone {
    fn from(refusal: Refusal) -> NotDone {
        if refusal.code == Code::Conflict { NotDone::Conflict } else { NotDone::Refused(refusal) }
    }
}

fn refused(message: impl Into<Text>) -> Refusal {
    Refusal::new(Code::Illegal, message)
}

impl Tables {
    /// What is known of a table, for whoever wants to change it.
    async fn at<'a>(&self, live: &'a Live) -> Result<MutexGuard<'a, Inner>, Refusal> {
        if self.is_closing() {
            return Err(Refusal::new(
                Code::Request,
                "The server is restarting. Your table will be back in a moment.",
            ));
        }
        Ok(live.inner.lock().await)
    }

    /// Stores an entry and plays it. If another entry has its number by then, that one is read.
    async fn append(
        self: &Arc<Tables>,
        live: &Arc<Live>,
        inner: &mut Inner,
        entry: Entry,
    ) -> Result<Appended, Refusal> {
        let record = inner.table()?.draft(entry)?;
        let appended = self.store.append(&live.id, &record).await.map_err(|failure| trouble(&failure))?;
        if appended == Appended::Taken {
            // Whatever becomes of ours, everyone here must hear of theirs.
            self.read_again(live.game, inner).await?;
            live.tell(inner);
            self.stand_by(live);
            return Ok(appended);
        }
        let table = inner.table.as_mut().expect("it drafted the entry");
        table.append_record(&record)?;
        if table.outcome().is_some() {
            self.store.end(&live.id).await;
        }
        inner.latest = now();
        inner.drawn.clear();
        Ok(appended)
    }

    /// Adds an entry that no other entry can make wrong.
    async fn append_surely(
        self: &Arc<Tables>,
        live: &Arc<Live>,
        inner: &mut Inner,
        entry: Entry,
    ) -> Result<(), Refusal> {
        while self.append(live, inner, entry.clone()).await? == Appended::Taken {}
        Ok(())
    }

    fn done(self: &Arc<Tables>, live: &Arc<Live>, inner: MutexGuard<'_, Inner>) {
        live.tell(&inner);
        let bot = inner.awaits_bot();
        drop(inner);
        if bot {
            self.wake_bot(live);
        }
    }

    /// A person takes the first open seat, unless they sit already.
    pub async fn sit(self: &Arc<Tables>, live: &Arc<Live>, person: &str, word: &str) -> Result<(), Refusal> {
        let mut inner = self.at(live).await?;
        if !inner.seats_of(person).is_empty() {
            return Ok(());
        }
        let holder = Holder::Person(person.to_owned());
        loop {
            if inner.row.aborted.is_some() {
                return Err(Refusal::new(Code::Over, "The table was closed."));
            }
            let Some(open) = inner.seats.iter().position(|seat| seat.holder == Holder::Open) else {
                return Err(Refusal::new(Code::Seats, "Every seat is taken."));
            };
            let row = SeatRow::new(holder.clone(), word);
            let given = self.store.give_seat(&live.id, Seat(open as u8), &Holder::Open, &row).await;
            let given = given.map_err(|failure| trouble(&failure))?;
            self.read_again(live.game, &mut inner).await?;
            if given {
                break;
            }
        }
        self.begin_if_full(live, inner).await
    }

    /// Begins the match if everyone sits, and tells those who wait in either case.
    async fn begin_if_full(
        self: &Arc<Tables>,
        live: &Arc<Live>,
        mut inner: MutexGuard<'_, Inner>,
    ) -> Result<(), Refusal> {
        let open = inner.seats.iter().any(|seat| seat.holder == Holder::Open);
        if inner.table.is_none() && !open {
            let words: Vec<String> = inner.seats.iter().map(|seat| seat.word.clone()).collect();
            let start = live.game.start;
            let table = start(&inner.row.options, inner.seats.len() as u8, inner.row.secret, words)?;
            self.store.begin(&live.id, table.header()).await.map_err(|failure| trouble(&failure))?;
            self.read_again(live.game, &mut inner).await?;
        }
        self.done(live, inner);
        Ok(())
    }

    /// A seat answers a question; without its id, the one that is open now.
    ///
    /// Entries of other seats may have come in between. As long as the question is still open, the answer is judged again.
    pub async fn act(
        self: &Arc<Tables>,
        live: &Arc<Live>,
        seat: Seat,
        sentence: &str,
        question: Option<u64>,
    ) -> Result<(), NotDone> {
        let mut inner = self.at(live).await?;
        let question = question.or(inner.table()?.question(seat).map(|open| open.id));
        loop {
            if let Some(id) = question {
                inner.table()?.check_question(seat, id)?;
            }
            let entry = Entry::Act { seat, sentence: sentence.to_owned() };
            if self.append(live, &mut inner, entry).await? == Appended::Stored {
                break;
            }
        }
        self.done(live, inner);
        Ok(())
    }

    /// Whether a person may decide for a seat now.
    pub async fn may_decide(&self, live: &Live, person: &str, seat: Seat) -> Result<(), Refusal> {
        let inner = self.at(live).await?;
        if !inner.seats_of(person).contains(seat) {
            return Err(refused("You are watching this table."));
        }
        if inner.stand_in(seat).is_some() {
            return Err(refused("A bot is playing for you. Take your seat back first."));
        }
        Ok(())
    }

    /// A person asks to take back what a seat of theirs did last, or agrees to what another asks, having
    /// seen so many entries. It is done when everyone who plays has agreed; bots always do.
    pub async fn take_back(
        self: &Arc<Tables>,
        live: &Arc<Live>,
        person: &str,
        seat: Seat,
        seen: u64,
    ) -> Result<(), NotDone> {
        let mut inner = self.at(live).await?;
        if inner.head() != seen {
            return Err(NotDone::Conflict);
        }
        let (to, agreed) = match inner.request() {
            Some(request) => (request.to, request.agreed),
            None => match inner.table()?.take_back(seat) {
                TakeBack::Never(why) => {
                    return Err(refused(format!("You cannot take this back: {why}.")).into());
                }
                TakeBack::Free(to) => (to, inner.played_by_people()),
                TakeBack::Consent(to) => (to, Seats::NONE),
            },
        };
        let agreed = inner.seats_of(person).iter().fold(agreed, Seats::with);
        if inner.played_by_people().iter().all(|seat| agreed.contains(seat)) {
            if self.append(live, &mut inner, Entry::Undo { to }).await? == Appended::Taken {
                return Err(NotDone::Conflict);
            }
        } else {
            self.say_words(live, &mut inner, person, &Words::Back { head: seen, to }).await?;
        }
        self.done(live, inner);
        Ok(())
    }

    /// A person does not agree to taking anything back.
    pub async fn keep(self: &Arc<Tables>, live: &Arc<Live>, person: &str) -> Result<(), Refusal> {
        let mut inner = self.at(live).await?;
        if inner.request().is_none() {
            return Err(refused("Nobody has asked to take a move back."));
        }
        let head = inner.head();
        self.say_words(live, &mut inner, person, &Words::Keep { head }).await?;
        self.done(live, inner);
        Ok(())
    }

    async fn say_words(
        &self,
        live: &Live,
        inner: &mut Inner,
        person: &str,
        words: &Words,
    ) -> Result<(), Refusal> {
        let failed = |failure| trouble(&failure);
        self.store.say(&live.id, person, words).await.map_err(failed)?;
        let heard = inner.talk.last().map_or(0, |said| said.n);
        inner.talk.extend(self.store.talk(&live.id, heard).await.map_err(failed)?);
        inner.drawn.clear();
        Ok(())
    }

    /// A person says something at the table.
    pub async fn say(self: &Arc<Tables>, live: &Arc<Live>, person: &str, text: &str) -> Result<(), Refusal> {
        let text: String = text.trim().chars().filter(|letter| !letter.is_control()).collect();
        if text.is_empty() {
            return Err(refused("The message is empty."));
        }
        if text.chars().count() > MAX_CHAT_LEN {
            return Err(refused(format!("A message has at most {MAX_CHAT_LEN} characters.")));
        }
        let mut inner = self.at(live).await?;
        if inner.seats_of(person).is_empty() {
            return Err(refused("Only players can write at this table."));
        }
        self.say_words(live, &mut inner, person, &Words::Chat(text)).await?;
        live.tell(&inner);
        Ok(())
    }

    /// A player leaves for good; a bot finishes the match for them, if it goes on.
    pub async fn resign(self: &Arc<Tables>, live: &Arc<Live>, seat: Seat) -> Result<(), Refusal> {
        let mut inner = self.at(live).await?;
        self.append_surely(live, &mut inner, Entry::Leave { seat }).await?;
        if inner.table()?.outcome().is_none() {
            self.append_surely(
                live,
                &mut inner,
                Entry::Given { seat, to: Control::Bot(STAND_IN.to_owned()) },
            )
            .await?;
        }
        self.done(live, inner);
        Ok(())
    }

    /// Calls a match off in which no person has moved.
    pub async fn abort(self: &Arc<Tables>, live: &Arc<Live>, person: &str) -> Result<(), Refusal> {
        let mut inner = self.at(live).await?;
        if inner.seats_of(person).is_empty() {
            return Err(refused("Only players can abort a match."));
        }
        let called_off = self.store.abort(&live.id).await.map_err(|failure| trouble(&failure))?;
        self.read_again(live.game, &mut inner).await?;
        self.done(live, inner);
        if called_off {
            Ok(())
        } else {
            Err(refused("A move has already been made. You can resign instead."))
        }
    }

    /// Lets a bot play for a seat: for the person's own at any time, for another's if they have not
    /// answered for too long.
    pub async fn hand_over(
        self: &Arc<Tables>,
        live: &Arc<Live>,
        person: &str,
        seat: Seat,
    ) -> Result<(), Refusal> {
        let mut inner = self.at(live).await?;
        let own = inner.seats_of(person);
        if own.is_empty() {
            return Err(refused("You are watching this table."));
        }
        if !inner.played_by_people().contains(seat) {
            return Err(refused("No person plays that seat."));
        }
        if !own.contains(seat) {
            let waited = now().saturating_sub(inner.latest).max(0);
            let patience = self.patience.player.as_millis() as i64;
            if !inner.table()?.acting().contains(seat) {
                return Err(refused("It is not their turn."));
            }
            if waited < patience {
                let left = (patience - waited + 999) / 1000;
                return Err(refused(format!("They have {left} more seconds to move.")));
            }
        }
        self.append_surely(live, &mut inner, Entry::Given { seat, to: Control::Bot(STAND_IN.to_owned()) })
            .await?;
        self.done(live, inner);
        Ok(())
    }

    /// A person takes their seats back from the bots that played for them.
    pub async fn come_back(self: &Arc<Tables>, live: &Arc<Live>, person: &str) -> Result<(), Refusal> {
        let mut inner = self.at(live).await?;
        let gone = inner.table()?.gone();
        let own = inner.seats_of(person);
        let taken: Vec<Seat> = own.iter().filter(|seat| inner.stand_in(*seat).is_some()).collect();
        let Some(first) = taken.first() else { return Err(refused("No bot is playing for you.")) };
        if gone.contains(*first) {
            return Err(refused("You have resigned, so you cannot take your seat back."));
        }
        for seat in taken {
            self.append_surely(live, &mut inner, Entry::Given { seat, to: Control::Player }).await?;
        }
        self.done(live, inner);
        Ok(())
    }

    /// What programs show to play the seats of a person.
    pub async fn tokens(&self, live: &Live, person: &str) -> Result<Vec<(Seat, String)>, Refusal> {
        let mut inner = self.at(live).await?;
        let own = inner.seats_of(person);
        if own.iter().any(|seat| inner.seats[seat.index()].token.is_empty()) {
            for seat in own.iter() {
                let made = self.store.make_token(&live.id, seat, &(fresh_id() + &fresh_id())).await;
                made.map_err(|failure| trouble(&failure))?;
            }
            self.read_again(live.game, &mut inner).await?;
        }
        Ok(own.iter().map(|seat| (seat, inner.seats[seat.index()].token.clone())).collect())
    }

    /// The seat that a program may play which shows this token, and the person whose seat it is.
    pub async fn seat_of_token(&self, live: &Live, token: &str) -> Result<(Seat, String), Refusal> {
        let unknown = || refused("This token does not belong to a seat of this table.");
        if token.is_empty() {
            return Err(unknown());
        }
        let mut inner = self.at(live).await?;
        let find = |inner: &Inner| {
            let at = inner.seats.iter().position(|seat| seat.token == token)?;
            match &inner.seats[at].holder {
                Holder::Person(person) => Some((Seat(at as u8), person.clone())),
                _ => None,
            }
        };
        if let Some(found) = find(&inner) {
            return Ok(found);
        }
        // Another process may have made it.
        self.read_again(live.game, &mut inner).await?;
        find(&inner).ok_or_else(unknown)
    }

    /// The same people and bots play again, at a table of its own; everyone who asks is sent to the same one.
    pub async fn rematch(self: &Arc<Tables>, live: &Arc<Live>, person: &str) -> Result<String, Refusal> {
        let inner = self.at(live).await?;
        if inner.seats_of(person).is_empty() {
            return Err(Refusal::new(Code::Seats, "Only players can ask for a rematch."));
        }
        // What was called off was not played, so the next table is like it.
        let played = inner.table().ok().filter(|table| table.outcome().is_some());
        if played.is_none() && inner.row.aborted.is_none() {
            return Err(Refusal::new(Code::Request, "The match is not over."));
        }
        if let Some(next) = &inner.row.rematch {
            return Ok(next.clone());
        }
        let wish = Wish {
            game: inner.row.game.clone(),
            options: match played {
                Some(table) => table.rematch(),
                None => inner.row.options.clone(),
            },
            listing: inner.row.listing,
            seats: inner.seats.iter().map(|seat| SeatRow::new(seat.holder.clone(), &seat.word)).collect(),
        };
        drop(inner);
        let next = self.create_after(person, wish, Some(&live.id)).await?;
        let mut inner = live.inner.lock().await;
        let chosen = if let Some(next) = next {
            next.id.clone()
        } else {
            // Another process was quicker.
            self.read_again(live.game, &mut inner).await?;
            let missing = || Refusal::new(Code::Request, "There is no rematch yet. Please try again.");
            inner.row.rematch.clone().ok_or_else(missing)?
        };
        inner.row.rematch = Some(chosen.clone());
        inner.drawn.clear();
        self.done(live, inner);
        Ok(chosen)
    }
}
