//! `atlas engine` and `atlas bot-protocol`: the protocols on standard input and output.

use std::io::{self, Write};

use atlas_catalog::GameTable;
use atlas_core::{Refusal, Seat, Viewer};
use atlas_protocol::seat::{Answer, Message, read_line};

use crate::Done;
use crate::args::BotProtocol;
use crate::join::join;
use crate::people::{Person, options, seed};

pub(crate) fn engine() -> Done {
    match atlas_protocol::engine::serve(io::stdin().lock(), io::stdout().lock()) {
        // The program has closed its input.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        Err(error) => Err(error.to_string()),
        Ok(()) => Ok(()),
    }
}

pub(crate) fn seat(args: &BotProtocol) -> Done {
    if let Some(address) = &args.join {
        return join(address, args.program.as_deref());
    }
    let mut people: Vec<Person> =
        args.against.iter().map(|word| Person::read(word)).collect::<Result<_, _>>()?;
    if people.contains(&Person::Human) {
        return Err("the other seats are for bots, not for humans".to_owned());
    }
    if usize::from(args.seat) > people.len() {
        return Err(format!(
            "with {} other players the program's seat is 0 to {}",
            people.len(),
            people.len()
        ));
    }
    people.insert(args.seat.into(), Person::Human);
    let entry = atlas_catalog::find(args.game.as_deref().unwrap_or_default())
        .map_err(|refusal| refusal.to_string())?;
    let seed = seed(args.seed.as_deref())?;
    let seats = u8::try_from(people.len()).unwrap_or(u8::MAX);
    let mut table = (entry.start)(&options(args.options.as_deref())?, seats, seed.into(), Vec::new())
        .map_err(|refusal| refusal.to_string())?;
    let own = Seat(args.seat);
    let (mut input, mut output) = (io::stdin().lock(), io::stdout().lock());
    let mut send = |message: &Message| {
        output
            .write_all(message.to_line().as_bytes())
            .and_then(|()| output.flush())
            .map_err(|it| it.to_string())
    };
    send(&Message::start(&entry.facts, seats, own))?;
    let (mut unsent, mut moves) = (Vec::new(), 0);
    // If several seats may act, they do so in seat order.
    let mut last = Seat(seats - 1);
    while let Some(seat) = table.acting().next_after(last) {
        let sentence = match people[seat.index()] {
            Person::Bot(level) => {
                moves += 1;
                table.advise(seat, level, None, 1, moves).map_err(|refusal| refusal.to_string())?.action
            }
            Person::Human => {
                send(&Message::Turn {
                    seat,
                    question: table.question(seat).expect("the seat may act").clone(),
                    view: table.view_json(Viewer::Seat(seat)),
                    news: unsent.clone(),
                    legal: table.legal(seat),
                })?;
                let answer = read_line(&mut input).map_err(|error| error.to_string())?;
                let Some(answer) = answer else {
                    return Err("the program ended before the match did".to_owned());
                };
                match answer.and_then(|answer| checked_sentence(&*table, seat, answer)) {
                    Ok(sentence) => sentence,
                    Err(refusal) => {
                        send(&Message::refused(&refusal))?;
                        continue;
                    }
                }
            }
        };
        table.act(seat, &sentence).map_err(|refusal| refusal.to_string())?;
        last = seat;
        if seat == own {
            unsent.clear();
        }
        unsent.extend(table.news(Viewer::Seat(own)));
    }
    send(&Message::Over { result: table.result() })
}

/// The sentence of an answer to the open question, or the reason why it is refused.
fn checked_sentence(table: &dyn GameTable, seat: Seat, answer: Answer) -> Result<String, Refusal> {
    if let Some(id) = answer.question {
        table.check_question(seat, id)?;
    }
    table.why(seat, &answer.sentence).map(|()| answer.sentence)
}
