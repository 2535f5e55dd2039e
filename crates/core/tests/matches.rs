//! Tests of matches and their logs, with a small game: the seats take pebbles from a pile. A seat takes one or two, as
//! often as it likes, until it passes. Each pass rolls a die. In rules version 3 a seat may also take three at once; in
//! version 2 it could not.

use atlas_core::play::{Secrecy, TakeBack};
use atlas_core::{
    Chance, Code, Control, Edition, Entry, Facts, Game, Log, Marks, Match, Outcome, Prompt, Refusal, Seat,
    Seats, Secret, Table, Told, Turn, Viewer, text,
};
use serde_json::{Value, json};

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Pebbles {
    rules: u32,
    left: u8,
    taken: [u8; 2],
    die: u8,
    to_act: Seat,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
enum Action {
    Take(u8),
    Pass,
    /// Look at something hidden.
    Peek,
}

impl Game for Pebbles {
    const FACTS: Facts = Facts {
        id: "pebbles",
        name: "Pebbles",
        pitch: "Take the last one.",
        rules_version: 3,
        oldest_rules_version: 2,
        min_seats: 2,
        max_seats: 2,
        cooperative: false,
        choices: &[],
    };
    type Options = Option<u8>;
    type Content = ();
    type Action = Action;
    type Event = u8;
    type View = Value;

    fn start(
        edition: Edition<()>,
        options: &Option<u8>,
        _: u8,
        chance: &mut Chance,
    ) -> Result<Self, Refusal> {
        let left = options.unwrap_or(9);
        let die = chance.die(6) as u8;
        Ok(Pebbles { rules: edition.rules, left, taken: [0; 2], die, to_act: Seat(0) })
    }

    fn edition(&self) -> Edition<()> {
        Edition { rules: self.rules, content: () }
    }

    fn seats(&self) -> u8 {
        2
    }

    fn acting(&self) -> Seats {
        if self.left == 0 { Seats::NONE } else { Seats::one(self.to_act) }
    }

    fn awaiting(&self, seat: Seat) -> Option<Prompt> {
        self.acting().contains(seat).then(|| Prompt::new("take", "Take or pass."))
    }

    fn legal(&self, seat: Seat, out: &mut Vec<Action>) {
        if self.acting().contains(seat) {
            let most = if self.rules >= 3 { 3 } else { 2 };
            out.extend((1..=self.left.min(most)).map(Action::Take));
            out.extend([Action::Pass, Action::Peek]);
        }
    }

    fn judge(&self, seat: Seat, action: Action) -> Result<(), Refusal> {
        let mut legal = Vec::new();
        self.legal(seat, &mut legal);
        if legal.contains(&action) { Ok(()) } else { Err(Refusal::illegal("PB-01", "not now")) }
    }

    fn play(&mut self, seat: Seat, action: Action, turn: &mut Turn<'_, u8>) {
        match action {
            Action::Take(count) => {
                self.left -= count;
                self.taken[seat.index()] += count;
                turn.tell("PB-02", || count);
            }
            Action::Pass => {
                self.die = turn.chance.die(6) as u8;
                self.to_act = seat.next(2);
                turn.mark(Marks::PASSED);
            }
            Action::Peek => turn.mark(Marks::REVEALED),
        }
    }

    fn leave(&mut self, seat: Seat, _: &mut Turn<'_, u8>) {
        self.taken[seat.next(2).index()] += self.left;
        self.left = 0;
    }

    fn turn(&self) -> u32 {
        0
    }

    fn outcome(&self) -> Option<Outcome> {
        let scores = self.taken.map(i32::from);
        (self.left == 0).then(|| Outcome::ranked(&scores, |seat| scores[seat.index()]))
    }

    fn view(&self, _: Viewer) -> Value {
        self.dump()
    }

    fn seen(&self, count: &u8, _: Viewer) -> Option<u8> {
        Some(*count)
    }

    fn tell(&self, count: &u8) -> Told {
        Told::new(text![*count, " taken"])
    }

    fn imagine(&self, _: Seat, _: &mut Chance) -> Self {
        self.clone()
    }

    fn write(&self, action: Action, _: Viewer) -> String {
        match action {
            Action::Take(count) => format!("take {count}"),
            Action::Pass => "pass".to_owned(),
            Action::Peek => "peek".to_owned(),
        }
    }

    fn read(&self, _: Seat, sentence: &str) -> Result<Action, Refusal> {
        match sentence.split_whitespace().collect::<Vec<_>>().as_slice() {
            ["take", count] => {
                Ok(Action::Take(count.parse().map_err(|_| Refusal::new(Code::Notation, "count"))?))
            }
            ["pass"] => Ok(Action::Pass),
            ["peek"] => Ok(Action::Peek),
            _ => Err(Refusal::new(Code::Notation, "take, pass or peek")),
        }
    }

    fn dump(&self) -> Value {
        json!([self.left, self.taken, self.die, self.to_act])
    }

    fn load(edition: Edition<()>, position: &Value) -> Result<Self, Refusal> {
        let (left, taken, die, to_act) = serde_json::from_value(position.clone())
            .map_err(|error| Refusal::new(Code::Position, error.to_string()))?;
        Ok(Pebbles { rules: edition.rules, left, taken, die, to_act })
    }
}

fn table() -> Match<Pebbles> {
    table_with_rules(3)
}

fn table_with_rules(rules: u32) -> Match<Pebbles> {
    let words = vec!["one".to_owned(), "two".to_owned()];
    Match::new(Edition { rules, content: () }, None, 2, Secret([7; 32]), words).unwrap()
}

fn bot(level: &str) -> Control {
    Control::Bot(level.to_owned())
}

fn act(table: &mut Match<Pebbles>, seat: u8, sentence: &str) {
    table.act(Seat(seat), sentence).unwrap_or_else(|refusal| panic!("{sentence}: {refusal}"));
}

#[test]
fn actions_without_consequences_are_taken_back_freely_one_by_one() {
    let mut table = table();
    assert!(matches!(table.take_back(Seat(0)), TakeBack::Never(_)));
    act(&mut table, 0, "take 1");
    act(&mut table, 0, "take 2");
    assert_eq!(table.take_back(Seat(0)), TakeBack::Free(1));
    table.append(Entry::Undo { to: 1 }).unwrap();
    assert_eq!(table.state().left, 8);
    assert_eq!(table.take_back(Seat(0)), TakeBack::Free(0));
}

#[test]
fn taking_back_needs_consent_after_chance_and_is_refused_after_a_reveal() {
    let mut table = table();
    act(&mut table, 0, "take 1");
    act(&mut table, 0, "pass");
    assert_eq!(table.take_back(Seat(0)), TakeBack::Consent(1));
    act(&mut table, 1, "take 1");
    assert_eq!(table.take_back(Seat(0)), TakeBack::Consent(1));
    assert_eq!(table.take_back(Seat(1)), TakeBack::Free(2));
    act(&mut table, 1, "peek");
    assert!(matches!(table.take_back(Seat(1)), TakeBack::Never(_)));
    assert!(matches!(table.take_back(Seat(0)), TakeBack::Never(_)));
}

/// A player who takes back a roll does not know the next one, because every entry has its own random stream.
#[test]
fn chance_after_an_undo_is_fresh() {
    let mut dice = Vec::new();
    let mut table = table();
    for _ in 0..20 {
        act(&mut table, 0, "pass");
        dice.push(table.state().die);
        table.append(Entry::Undo { to: 0 }).unwrap();
    }
    dice.dedup();
    assert!(dice.len() > 10, "the same rolls were repeated: {dice:?}");
}

#[test]
fn every_kind_of_entry_is_read_back_from_the_file() {
    let mut table = table();
    act(&mut table, 0, "take   2");
    table.append(Entry::Given { seat: Seat(1), to: bot("adept") }).unwrap();
    act(&mut table, 0, "pass");
    table.append(Entry::Undo { to: 1 }).unwrap();
    act(&mut table, 0, "pass");
    table.append(Entry::Time { seat: Seat(1) }).unwrap();
    assert_eq!(table.gone(), Seats::one(Seat(1)));
    assert_eq!(table.result(), json!({ "over": true, "scores": [9, 0], "winners": [0] }));

    let text = table.log(Secrecy::Revealed).to_text();
    assert!(text.contains("\"take 2\""), "sentences are stored in canonical form: {text}");
    let again = Match::<Pebbles>::replay(&Log::from_text(&text).unwrap()).unwrap();
    assert_eq!((again.state(), again.head()), (table.state(), table.head()));
    assert_eq!(again.log(Secrecy::Revealed).to_text(), text);

    let sealed = table.log(Secrecy::Sealed).to_text();
    assert!(!sealed.contains("secret"));
    let refusal = Match::<Pebbles>::replay(&Log::from_text(&sealed).unwrap()).unwrap_err();
    assert!(refusal.to_string().contains("not revealed"), "{refusal}");
}

/// A copy can be played on, and the match it was copied from stays as it was.
#[test]
fn a_copy_shares_nothing_but_the_past() {
    let mut table = table();
    act(&mut table, 0, "take 1");
    let (state, head) = (table.state().clone(), table.head());
    let mut copy = table.clone();
    act(&mut copy, 0, "take 2");
    copy.append(Entry::Given { seat: Seat(1), to: bot("adept") }).unwrap();
    assert_eq!((table.state(), table.head(), table.records().len()), (&state, head, 1));
    assert_eq!(copy.records().len(), 3);
    assert_eq!(copy.records()[0], table.records()[0]);
}

/// The secret of a finished match is public, so nothing that follows the end can be genuine. Changes of control, which
/// older servers allowed after the end, change nothing.
#[test]
fn nothing_follows_the_end_of_a_genuine_record() {
    let mut table = table();
    while table.state().outcome().is_none() {
        let seat = table.state().acting().first().unwrap();
        act(&mut table, seat.0, "take 1");
    }
    let over = table.records().len() as u64;
    let replay = |table: &Match<Pebbles>| Match::<Pebbles>::replay(&table.log(Secrecy::Revealed));
    table.append(Entry::Given { seat: Seat(1), to: bot("adept") }).unwrap();
    assert!(replay(&table).is_ok());
    table.append(Entry::Undo { to: over - 1 }).unwrap();
    let refusal = replay(&table).unwrap_err();
    assert_eq!(refusal.code, Code::Log);
    assert!(refusal.to_string().contains("after the end of the match"), "{refusal}");
    // The same holds after the match was played to another end.
    let seat = table.state().acting().first().unwrap();
    act(&mut table, seat.0, "take 1");
    assert!(table.state().outcome().is_some() && replay(&table).is_err());
}

#[test]
fn an_undo_does_not_change_who_controls_a_seat() {
    let mut table = table();
    act(&mut table, 0, "take 1");
    table.append(Entry::Given { seat: Seat(0), to: bot("adept") }).unwrap();
    table.append(Entry::Undo { to: 0 }).unwrap();
    assert_eq!(table.state().left, 9);
    assert_eq!(table.before_last(), None, "there is nothing left to take back");
}

#[test]
fn a_refused_entry_changes_nothing() {
    let mut table = table();
    act(&mut table, 0, "take 1");
    let (state, head) = (table.state().clone(), table.head());
    let mut refuse = |entry: Entry, code: Code| {
        assert_eq!(table.append(entry.clone()).unwrap_err().code, code, "{entry:?}");
        assert_eq!((table.state(), table.head()), (&state, head), "{entry:?}");
    };
    refuse(Entry::Undo { to: 1 }, Code::Log);
    refuse(Entry::Undo { to: 9 }, Code::Log);
    refuse(Entry::Act { seat: Seat(1), sentence: "pass".to_owned() }, Code::Illegal);
    refuse(Entry::Act { seat: Seat(200), sentence: "pass".to_owned() }, Code::Seats);
    refuse(Entry::Act { seat: Seat(0), sentence: "dance".to_owned() }, Code::Notation);
    refuse(Entry::Leave { seat: Seat(7) }, Code::Seats);
    refuse(Entry::Given { seat: Seat(7), to: Control::Player }, Code::Seats);
}

#[test]
fn leaving_after_the_end_is_refused_and_cannot_be_undone() {
    let mut table = table();
    act(&mut table, 0, "take 1");
    table.append(Entry::Leave { seat: Seat(1) }).unwrap();
    assert_eq!(table.append(Entry::Leave { seat: Seat(0) }).unwrap_err().code, Code::Over);
    assert_eq!(table.append(Entry::Undo { to: 0 }).unwrap_err().code, Code::Log);
    assert!(matches!(table.take_back(Seat(0)), TakeBack::Never(_)));
}

#[test]
fn a_match_can_begin_from_a_position() {
    let position = json!([2, [4, 3], 1, 1]);
    let mut table =
        Match::<Pebbles>::from_position(Edition::newest::<Pebbles>(), &position, Secret([1; 32])).unwrap();
    act(&mut table, 1, "take 2");
    assert_eq!(table.result()["winners"], json!([1]));
    let log = Log::from_text(&table.log(Secrecy::Revealed).to_text()).unwrap();
    assert_eq!(Match::<Pebbles>::replay(&log).unwrap().state(), table.state());
}

#[test]
fn a_changed_record_is_refused() {
    let mut table = table();
    for (seat, sentence) in [(0, "take 2"), (0, "pass"), (1, "take 2"), (1, "pass")] {
        act(&mut table, seat, sentence);
    }
    let log = table.log(Secrecy::Revealed);
    let refuse = |what: &str, change: &dyn Fn(&mut Log)| {
        let mut forged = log.clone();
        change(&mut forged);
        let refusal = Match::<Pebbles>::replay(&forged).expect_err(what);
        assert_eq!(refusal.code, Code::Log, "{what}: {refusal}");
    };
    refuse("an action", &|log| log.records[0].text = "take 1".to_owned());
    refuse("a seat", &|log| log.records[2].seat = Some(Seat(0)));
    refuse("the order", &|log| log.records.swap(0, 1));
    refuse("a missing entry", &|log| drop(log.records.remove(1)));
    refuse("the secret", &|log| log.reveal.as_mut().unwrap().secret = Secret([8; 32]));
    refuse("the words", &|log| log.header.words[0] = "three".to_owned());
    refuse("the options", &|log| log.header.options = json!(5));
    refuse("the result", &|log| log.reveal.as_mut().unwrap().result = json!({ "over": true }));
    refuse("an entry that is not in canonical form", &|log| {
        log.records.truncate(1);
        log.records[0].text = "take   2".to_owned();
        log.records[0].hash = log.records[0].hash_after(log.header.hash());
        log.reveal.as_mut().unwrap().result = json!({ "over": false, "scores": [], "winners": [] });
    });
    refuse("an unknown rules version", &|log| log.header.rules_version = 1);
    refuse("a future rules version", &|log| log.header.rules_version = 4);
    refuse("the game", &|log| log.header.game = "boulders".to_owned());
}

#[test]
fn a_damaged_file_is_refused_with_a_line_number() {
    let text = table().log(Secrecy::Revealed).to_text();
    let (header, end) = text.split_once('\n').unwrap();
    for (damaged, line) in [
        (String::new(), ""),
        ("{}".to_owned(), "Line 1"),
        ("not JSON".to_owned(), "Line 1"),
        (header.replace("\"atlas\":1", "\"atlas\":2"), "Line 1"),
        (format!("{header}\n{{\"seq\":1}}"), "Line 2"),
        (format!("{header}\n{{\"seq\":1"), "Line 2"),
        (format!("{header}\n[1,\"act\",0,\"pass\",\"{}\"]", "0".repeat(64)), "Line 2"),
        (format!("{text}{end}"), "Line 3"),
    ] {
        let refusal = Log::from_text(&damaged).expect_err(&damaged);
        assert!(refusal.code == Code::Log && refusal.to_string().starts_with(line), "{damaged}: {refusal}");
    }
}

#[test]
fn a_table_gives_access_to_its_match() {
    let mut table: Box<dyn Table> = Box::new(table());
    assert_eq!(table.legal(Seat(0)), ["take 1", "take 2", "take 3", "pass", "peek"]);
    assert_eq!(table.legal(Seat(1)), [""; 0]);
    assert_eq!(table.why(Seat(0), "take 9").unwrap_err().rule.unwrap().0, "PB-01");
    for words in ["", "take", "2", "2 take", "pass"] {
        assert_eq!(table.explain(Seat(0), words), Ok(()), "{words}");
    }
    for (seat, words, code) in [
        (0, "take 9", Code::Illegal),
        (0, "take take", Code::Notation),
        (0, "dance", Code::Notation),
        (1, "take", Code::NotYourTurn),
        (2, "take", Code::Seats),
    ] {
        assert_eq!(table.explain(Seat(seat), words).unwrap_err().code, code, "{words}");
    }
    table.act(Seat(0), "take 2").unwrap();
    let news = table.news(Viewer::Spectator);
    assert_eq!(
        serde_json::to_value(&news).unwrap(),
        json!([{ "rule": "PB-02", "text": "2 taken", "parts": [{ "number": 2 }, " taken"] }])
    );
    assert_eq!((table.seats(), table.records().len()), (2, 1));
    let view: Value = serde_json::from_str(table.view_json(Viewer::Spectator).get()).unwrap();
    assert_eq!(view, table.view(Viewer::Spectator));
    assert_eq!(table.rematch(), json!(null), "the same options again");
    let seven =
        Match::<Pebbles>::new(Edition::newest::<Pebbles>(), Some(7), 2, Secret([7; 32]), Vec::new()).unwrap();
    assert_eq!(Table::rematch(&seven), json!(7));
}

/// A record replays with the rules version it was played with, whatever version new matches have.
#[test]
fn a_record_replays_with_its_own_rules_version() {
    for rules in [2, 3] {
        let mut table = table_with_rules(rules);
        assert_eq!(table.act(Seat(0), "take 3").is_ok(), rules == 3, "version {rules}");
        act(&mut table, 0, "take 1");
        act(&mut table, 0, "pass");
        let log = Log::from_text(&table.log(Secrecy::Revealed).to_text()).unwrap();
        assert_eq!(log.header.rules_version, rules);
        let mut again = Match::<Pebbles>::replay(&log).unwrap();
        assert_eq!(again.state(), table.state());
        assert_eq!(again.act(Seat(1), "take 3").is_ok(), rules == 3, "it continues with version {rules}");
        again.append(Entry::Undo { to: 0 }).unwrap();
        assert_eq!(again.state().edition().rules, rules, "an undo keeps the version");
    }
    let refusal = Edition::find::<Pebbles>(1, None).unwrap_err();
    assert!(refusal.to_string().contains("versions: 2, 3"), "{refusal}");
}

/// The controller of a seat was once stored as free text. Such a record still replays, with unchanged hashes.
#[test]
fn a_record_with_older_names_of_controllers_replays() {
    let mut log = table_with_rules(3).log(Secrecy::Revealed);
    let old = [("given", Some(1), "adept bot"), ("act", Some(0), "take 2"), ("given", Some(1), "its player")];
    let mut before = log.header.hash();
    for ((kind, seat, text), seq) in old.into_iter().zip(1..) {
        let mut record = atlas_core::log::Record::new(seq, Entry::Undo { to: 0 }, before);
        (record.kind, record.seat, record.text) = (kind.to_owned(), seat.map(Seat), text.to_owned());
        record.hash = record.hash_after(before);
        before = record.hash;
        log.records.push(record);
    }
    let table = Match::<Pebbles>::replay(&log).unwrap();
    assert_eq!((table.head(), table.state().left), (before, 7));
    assert_eq!(table.log(Secrecy::Revealed), log, "the log is unchanged");
}

/// The id of a question changes with every entry by its seat and with every undo.
#[test]
fn a_question_can_only_be_answered_once() {
    let mut table = table();
    let id = |table: &Match<Pebbles>, seat: u8| table.question(Seat(seat)).map(|question| question.id);
    assert_eq!((id(&table, 0), id(&table, 1)), (Some(0), None));
    act(&mut table, 0, "take 1");
    assert_eq!(id(&table, 0), Some(1), "the text is the same, but it is a new question");
    assert_eq!(table.check_question(Seat(0), 0).unwrap_err().code, Code::Conflict);
    assert_eq!(table.check_question(Seat(0), 1), Ok(()));
    table.append(Entry::Given { seat: Seat(0), to: bot("adept") }).unwrap();
    assert_eq!(id(&table, 0), Some(1), "a change of control keeps the question");
    table.append(Entry::Undo { to: 0 }).unwrap();
    assert_eq!(id(&table, 0), Some(3), "an undo renews the question");
    act(&mut table, 0, "pass");
    assert_eq!((id(&table, 0), id(&table, 1)), (None, Some(4)));
    assert_eq!(table.check_question(Seat(0), 3).unwrap_err().code, Code::Conflict);
    assert_eq!(table.check_question(Seat(9), 3).unwrap_err().code, Code::Seats);
    // A replay of the log gives the same ids.
    let again = Match::<Pebbles>::replay(&table.log(Secrecy::Revealed)).unwrap();
    assert_eq!(again.question(Seat(1)), table.question(Seat(1)));
}
