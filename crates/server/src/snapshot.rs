//! A table at one moment: everything that anybody is shown of it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use atlas_boards::{Drawing, Standing};
use atlas_catalog::{GameEntry, GameTable};
use atlas_core::log::Record;
use atlas_core::play::TakeBack;
use atlas_core::{Code, Control, Entry, News, Question, Refusal, Seat, Seats, Text, Viewer};
use atlas_protocol::seat::Message;
use maud::Markup;
use serde::Serialize;
use serde_json::Value;

use crate::error::Error;
use crate::pages::table::Parts;
use crate::store::{Holder, Loaded, MatchRow, Said, SeatRow, ToAct, Words};

/// A table at one moment.
pub struct Snapshot {
    pub(crate) row: Arc<MatchRow>,
    pub(crate) seats: Arc<[SeatRow]>,
    /// The names of the seats.
    pub(crate) names: Arc<[String]>,
    /// The match; `None` while seats are open.
    pub(crate) table: Option<Arc<dyn GameTable>>,
    /// The next snapshot, once there is one. Whoever has an old one finds all that followed, and what nobody has is freed.
    next: OnceLock<Arc<Snapshot>>,
    /// The level of the bot that stands in for the person in each seat.
    stand_ins: Vec<Option<String>>,
    /// When the last entry was stored.
    pub(crate) moved: i64,
    /// Chat messages, and consent to take a move back.
    pub(crate) talk: Arc<[Said]>,
    /// What has been drawn for each pair of eyes.
    drawn: Mutex<HashMap<Look, Arc<OnceLock<Arc<Parts>>>>>,
}

/// The pair of eyes through which somebody looks at a table. There are few of them, because each part is set by the
/// server and not by a request.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Look {
    /// The seat whose hand is shown.
    pub own: Option<Seat>,
    /// The seats of the person who looks; several at a shared screen.
    pub seats: Seats,
    /// Whether the person wants the guide.
    pub guide: bool,
    /// The seats of those whom the person has muted.
    pub muted: Seats,
}

impl Look {
    /// The viewer whose knowledge is shown.
    pub fn viewer(&self) -> Viewer {
        self.own.map_or(Viewer::Spectator, Viewer::Seat)
    }
}

/// The seat whose hand a person with these seats sees: the only one, or none until they choose.
pub fn only(seats: Seats) -> Option<Seat> {
    seats.first().filter(|_| seats.len() == 1)
}

/// A table through one pair of eyes: everything that a page is drawn from.
#[derive(Clone, Debug)]
pub struct Scene {
    /// The id, which is part of the table's address.
    pub id: String,
    /// The game.
    pub game: &'static GameEntry,
    /// The number of entries.
    pub seq: u64,
    /// Who has each seat.
    pub holders: Vec<Holder>,
    /// The seats of the person who opened the table.
    pub host: Seats,
    /// The names of the seats.
    pub names: Arc<[String]>,
    /// The seats in which a bot stands in for a person.
    pub stand_ins: Seats,
    /// The pair of eyes.
    pub look: Look,
    /// The commitment to the secret.
    pub commitment: String,
    /// The match; `None` while seats are open.
    pub play: Option<Play>,
    /// Whether each player is at the table.
    pub presence: Vec<Presence>,
    /// How long an absent player is waited for, in milliseconds.
    pub patience: u64,
    /// When the last entry was stored, in milliseconds.
    pub moved: i64,
    /// Whether the match was aborted.
    pub aborted: bool,
    /// The id of the rematch.
    pub rematch: Option<String>,
}

/// Whether a player is at the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Presence {
    /// No person has the seat, or a bot plays for them.
    Bot,
    /// The person is connected.
    Here,
    /// The person has been away since this time, in milliseconds.
    Away(i64),
}

impl Presence {
    /// Whether a person decides in the seat.
    pub fn is_person(self) -> bool {
        self != Presence::Bot
    }
}

/// What is seen of a match.
#[derive(Clone, Debug)]
pub struct Play {
    /// The board.
    pub board: Option<Drawing>,
    /// The next lesson for a newcomer, if the viewer wants the guide.
    pub guide: Option<Markup>,
    /// The seats that may act.
    pub acting: Seats,
    /// The question to the viewer.
    pub question: Option<Question>,
    /// The number of the turn.
    pub turn: u32,
    /// The legal actions of the viewer, each with its label.
    pub legal: Vec<(String, String)>,
    /// Whether any person has acted.
    pub begun: bool,
    /// Whether the viewer may take back their last action, if they play.
    pub take_back: Option<TakeBack>,
    /// The open request to take a move back.
    pub request: Option<Request>,
    /// The seats that asked to take the last move back, and those that declined.
    pub declined: Option<(Seats, Seats)>,
    /// The seats whose players have left for good.
    pub gone: Seats,
    /// The result, once it is over.
    pub result: Option<Value>,
    /// How each player came by their points, once it is over.
    pub standings: Arc<[Standing]>,
}

/// A request to take a move back to which not everyone has agreed yet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Request {
    /// The seats of the person who asked.
    pub from: Seats,
    /// The seats that agree, including those of the person who asked.
    pub agreed: Seats,
    /// The last entry that would remain in effect.
    pub to: u64,
}

impl Snapshot {
    /// The table as the database has it.
    pub(crate) fn load(game: &GameEntry, loaded: Loaded) -> Result<Snapshot, Error> {
        let Loaded { row, seats, entries, moved, talk } = loaded;
        let mut table = match &row.header {
            Some(header) => Some((game.begin)(header, row.secret)?),
            None => None,
        };
        if let Some(table) = &mut table {
            let replayed = entries.iter().try_for_each(|record| table.append_record(record));
            replayed.map_err(Error::Damaged)?;
        }
        let mut snapshot = Snapshot::new(row, seats, table);
        entries.iter().for_each(|record| snapshot.note_control(record));
        snapshot.moved = moved.unwrap_or(snapshot.moved);
        snapshot.talk = talk.into();
        Ok(snapshot)
    }

    /// A table before its first entry.
    pub(crate) fn new(row: MatchRow, seats: Vec<SeatRow>, table: Option<Box<dyn GameTable>>) -> Snapshot {
        Snapshot {
            moved: row.created,
            names: names(&seats).into(),
            stand_ins: vec![None; seats.len()],
            row: Arc::new(row),
            seats: seats.into(),
            table: table.map(Arc::from),
            next: OnceLock::new(),
            talk: Arc::default(),
            drawn: Mutex::default(),
        }
    }

    /// A copy that nothing has been drawn of.
    fn fresh(&self) -> Snapshot {
        Snapshot {
            row: Arc::clone(&self.row),
            seats: Arc::clone(&self.seats),
            names: Arc::clone(&self.names),
            table: self.table.clone(),
            next: OnceLock::new(),
            stand_ins: self.stand_ins.clone(),
            moved: self.moved,
            talk: Arc::clone(&self.talk),
            drawn: Mutex::default(),
        }
    }

    /// The next snapshot, in which the match has gone on by one entry.
    pub(crate) fn followed_by(&self, table: Box<dyn GameTable>, moved: i64) -> Snapshot {
        let mut next = self.fresh();
        if let Some(record) = table.records().last() {
            next.note_control(record);
        }
        next.table = Some(table.into());
        next.moved = moved;
        next
    }

    /// The snapshot after an entry that is stored already.
    pub(crate) fn with_entry(&self, record: &Record, moved: i64) -> Result<Snapshot, Refusal> {
        let mut table = self.begun()?.fork();
        table.append_record(record)?;
        Ok(self.followed_by(table, moved))
    }

    /// Notes who decides in a seat, if an entry changes that.
    fn note_control(&mut self, record: &Record) {
        if let Ok(Entry::Given { seat, to }) = record.entry()
            && let Some(stand_in) = self.stand_ins.get_mut(seat.index())
        {
            *stand_in = match to {
                Control::Player => None,
                Control::Bot(level) => Some(level),
            };
        }
    }

    /// The next snapshot, with a new row, new seats and new messages, but without new entries. The match begins if it had
    /// not.
    pub(crate) fn updated(&self, game: &GameEntry, loaded: &Loaded) -> Result<Snapshot, Refusal> {
        let Loaded { row, seats, talk, .. } = loaded;
        let mut next = self.fresh();
        if let (None, Some(header)) = (&self.table, &row.header) {
            next.table = Some((game.begin)(header, row.secret)?.into());
        }
        next.names = names(seats).into();
        next.stand_ins.resize(seats.len(), None);
        (next.row, next.seats) = (Arc::new(row.clone()), seats.as_slice().into());
        next.talk = self.talk.iter().chain(talk).cloned().collect();
        Ok(next)
    }

    /// Names the snapshot that follows.
    pub(crate) fn set_next(&self, next: &Arc<Snapshot>) {
        self.next.set(Arc::clone(next)).ok().expect("a snapshot is followed by one");
    }

    /// The snapshots that followed, oldest first.
    pub(crate) fn later(&self) -> impl Iterator<Item = &Arc<Snapshot>> {
        std::iter::successors(self.next.get(), |snapshot| snapshot.next.get())
    }

    /// The number of entries.
    pub fn head(&self) -> u64 {
        self.table.as_ref().map_or(0, |table| table.records().len() as u64)
    }

    /// The number of the last message.
    pub(crate) fn heard(&self) -> u64 {
        self.talk.last().map_or(0, |said| said.n)
    }

    /// The match, if it has begun and was not aborted.
    pub(crate) fn begun(&self) -> Result<&dyn GameTable, Refusal> {
        if self.row.aborted.is_some() {
            return Err(Refusal::new(Code::Over, "The match was aborted."));
        }
        let open = || Refusal::new(Code::Request, "The match has not begun: there are open seats.");
        self.table.as_deref().ok_or_else(open)
    }

    /// Whether the match was played to its end.
    pub(crate) fn is_over(&self) -> bool {
        self.table.as_ref().is_some_and(|table| table.outcome().is_some())
    }

    // ---- Seats

    /// The seats of a person.
    pub fn seats_of(&self, person: &str) -> Seats {
        self.seats_where(|_, row| row.holder.person() == Some(person))
    }

    /// The seats of any of these people.
    pub fn seats_among(&self, people: &[String]) -> Seats {
        self.seats_where(|_, row| row.holder.person().is_some_and(|id| people.iter().any(|it| it == id)))
    }

    fn seats_where(&self, is: impl Fn(Seat, &SeatRow) -> bool) -> Seats {
        let all = Seat::all(self.seats.len() as u8).zip(self.seats.iter());
        all.filter(|(seat, row)| is(*seat, row)).map(|(seat, _)| seat).collect()
    }

    /// The person who has a seat.
    pub fn person_in(&self, seat: Seat) -> Option<&str> {
        self.seats.get(seat.index())?.holder.person()
    }

    /// The level of the bot that stands in for the person who has this seat, if one does.
    pub(crate) fn stand_in(&self, seat: Seat) -> Option<&str> {
        self.stand_ins.get(seat.index())?.as_deref()
    }

    /// The level of the bot that decides in this seat, if one does.
    pub(crate) fn bot_in(&self, seat: Seat) -> Option<&str> {
        match &self.seats.get(seat.index())?.holder {
            Holder::Bot(level) => Some(level),
            _ => self.stand_in(seat),
        }
    }

    /// The seats in which a person decides.
    pub(crate) fn decided_by_people(&self) -> Seats {
        self.seats_where(|seat, row| row.holder.person().is_some() && self.stand_in(seat).is_none())
    }

    /// The seats that are to act in a match at this table.
    pub(crate) fn to_act(&self, table: &dyn GameTable) -> ToAct {
        let bots: Seats = table.acting().iter().filter(|seat| self.bot_in(*seat).is_some()).collect();
        ToAct { people: table.acting().without(bots), bots }
    }

    /// The seats in which a person is to act.
    pub(crate) fn people_to_act(&self) -> Seats {
        self.begun().map_or(Seats::NONE, |table| self.to_act(table).people)
    }

    /// The open request to take a move back: it was made at the last entry and has not been declined.
    pub(crate) fn request(&self) -> Option<Request> {
        self.requests().0
    }

    /// The open request to take a move back, and the seats of the last one that was declined: who asked, and who
    /// declined.
    fn requests(&self) -> (Option<Request>, Option<(Seats, Seats)>) {
        let now = self.head();
        let mut open: Option<Request> = None;
        let mut declined = None;
        for said in self.talk.iter() {
            let seats = self.seats_of(&said.person);
            match (&said.words, &mut open) {
                (Words::Back { head, to }, None) if *head == now => {
                    open = Some(Request { from: seats, agreed: seats, to: *to });
                }
                (Words::Back { head, to }, Some(request)) if *head == now && *to == request.to => {
                    request.agreed = request.agreed.iter().chain(seats.iter()).collect();
                }
                (Words::Keep { head }, asked) if *head == now && !seats.is_empty() => {
                    // Whoever withdraws their own request declines nothing.
                    declined =
                        asked.take().map(|request| (request.from, seats)).filter(|(from, by)| from != by);
                }
                _ => {}
            }
        }
        (open, declined)
    }

    // ---- What viewers see

    /// The parts of the page for a pair of eyes. They are drawn when somebody first asks, and kept. What is the same as in
    /// `before` is taken from there.
    pub(crate) fn drawn(
        &self,
        game: &'static GameEntry,
        look: Look,
        patience: Duration,
        before: Option<&Parts>,
    ) -> Arc<Parts> {
        let cell = {
            let mut drawn = self.drawn.lock().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(drawn.entry(look).or_default())
        };
        let draw = || {
            let board = before.map(|before| &before.stage);
            Arc::new(Parts::draw(self.scene_after(game, look, patience, board), ""))
        };
        Arc::clone(cell.get_or_init(draw))
    }

    /// The table through a pair of eyes.
    pub fn scene(&self, game: &'static GameEntry, look: Look, patience: Duration) -> Scene {
        self.scene_after(game, look, patience, None)
    }

    /// The same, drawn after another board.
    fn scene_after(
        &self,
        game: &'static GameEntry,
        look: Look,
        patience: Duration,
        before: Option<&Drawing>,
    ) -> Scene {
        Scene {
            id: self.row.id.clone(),
            game,
            seq: self.head(),
            holders: self.seats.iter().map(|seat| seat.holder.clone()).collect(),
            host: self.seats_of(&self.row.host),
            names: Arc::clone(&self.names),
            stand_ins: self
                .seats_where(|seat, row| row.holder.person().is_some() && self.stand_in(seat).is_some()),
            look,
            commitment: self.row.secret.commitment().to_string(),
            play: self.table.as_ref().map(|table| self.play(&**table, look, before)),
            presence: Seat::all(self.seats.len() as u8).map(|seat| self.presence(seat)).collect(),
            patience: patience.as_millis() as u64,
            moved: self.moved,
            aborted: self.row.aborted.is_some(),
            rematch: self.row.rematch.clone(),
        }
    }

    fn presence(&self, seat: Seat) -> Presence {
        match &self.seats[seat.index()] {
            row if row.holder.person().is_none() || self.stand_in(seat).is_some() => Presence::Bot,
            SeatRow { away: Some(since), .. } => Presence::Away(*since),
            _ => Presence::Here,
        }
    }

    fn play(&self, table: &dyn GameTable, look: Look, before: Option<&Drawing>) -> Play {
        let (request, declined) = self.requests();
        let label = |(sentence, label): (String, Text)| (sentence, label.with_names(&self.names));
        let over = table.outcome().is_some();
        let viewer = if over { Viewer::Everything } else { look.viewer() };
        // While a bot stands in for them, a person watches their own hand.
        let deciding = look.own.filter(|seat| self.stand_in(*seat).is_none() && self.row.aborted.is_none());
        let acts = |seats: Seats| {
            let of = move |record: &&Arc<Record>| {
                record.kind == "act" && record.seat.is_some_and(|seat| seats.contains(seat))
            };
            table.records().iter().filter(of).count()
        };
        let people = self.seats_where(|_, row| row.holder.person().is_some());
        Play {
            board: table.board(viewer, look.own, &self.names, before),
            guide: look
                .own
                .filter(|_| look.guide && !over)
                .and_then(|seat| table.guide(seat, &self.names, acts(Seats::one(seat)))),
            acting: table.acting(),
            question: deciding.and_then(|seat| table.question(seat)).cloned(),
            turn: table.turn(),
            legal: deciding.map_or_else(Vec::new, |seat| {
                table.labels(seat, &self.names).into_iter().map(label).collect()
            }),
            begun: acts(people) > 0,
            take_back: deciding.filter(|_| !over).map(|seat| table.take_back(seat)),
            request: request.filter(|_| !over),
            declined,
            gone: table.gone(),
            result: over.then(|| table.result()),
            standings: if over { table.standings(&self.names).into() } else { Arc::default() },
        }
    }

    /// The next message to a program in a seat that knows what is in the snapshot `told` and was asked the question `asked`.
    /// A question is asked once.
    pub(crate) fn message(&self, seat: Seat, told: Option<&Snapshot>, asked: Option<u64>) -> Option<Message> {
        let table = self.begun().ok()?;
        if told.is_some_and(|told| told.table.is_some() && told.head() == self.head()) {
            return None;
        }
        if table.outcome().is_some() {
            return Some(Message::Over { result: table.result() });
        }
        let viewer = Viewer::Seat(seat);
        let mut news: Vec<News> = Vec::new();
        if let Some(told) = told {
            let mut head = told.head();
            for table in told.later().filter_map(|later| later.table.as_ref()) {
                // Not every change is an entry.
                let now = table.records().len() as u64;
                if (head + 1..=self.head()).contains(&now) {
                    news.extend(table.news(viewer));
                    head = now;
                }
            }
        }
        let view = table.view_json(viewer);
        let question = table.question(seat).filter(|_| self.stand_in(seat).is_none());
        Some(match question {
            Some(question) if asked != Some(question.id) => {
                Message::Turn { seat, question: question.clone(), view, news, legal: table.legal(seat) }
            }
            _ => Message::Seen { seat, view, news },
        })
    }
}

impl Drop for Snapshot {
    /// Frees a chain of snapshots one after the other: it may be long, and the stack is not.
    fn drop(&mut self) {
        let mut next = self.next.take();
        while let Some(mut snapshot) = next.and_then(Arc::into_inner) {
            next = snapshot.next.take();
        }
    }
}

/// The names of seats. Several with the same name, such as bots of one level, are told apart by their seats.
pub(crate) fn names(seats: &[SeatRow]) -> Vec<String> {
    names_of(seats.iter().map(|seat| (&seat.holder, seat.name.as_str())))
}

/// The names of these holders, some of whom have chosen a name.
pub(crate) fn names_of<'a>(holders: impl IntoIterator<Item = (&'a Holder, &'a str)>) -> Vec<String> {
    let name = |(holder, chosen): (&Holder, &str)| match holder {
        Holder::Open => "open".to_owned(),
        Holder::Bot(level) => format!("{level} bot"),
        Holder::Person(id) => person_name(id, chosen),
    };
    let names: Vec<String> = holders.into_iter().map(name).collect();
    let is_shared = |name: &String| names.iter().filter(|other| *other == name).count() > 1;
    let distinct = |(seat, name): (Seat, &String)| {
        if is_shared(name) { format!("{name} (seat {})", seat.number()) } else { name.clone() }
    };
    Seat::all(names.len() as u8).zip(&names).map(distinct).collect()
}

/// The name of a person: the one they have chosen, or a guest's.
pub(crate) fn person_name(id: &str, chosen: &str) -> String {
    if chosen.is_empty() { format!("Guest {}", id[..4].to_uppercase()) } else { chosen.to_owned() }
}
