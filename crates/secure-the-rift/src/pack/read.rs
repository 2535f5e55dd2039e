//! Reading card files strictly: errors name the file, line, card and key, and what was expected.

use atlas_content::{ContentError, Keys, Node, Read, Wrong, list, number, one_of, read_file, text, whole};
use atlas_core::refusal::quoted;

use super::expression::{Expression, OPEN, Scope};
use super::language::{
    Ability, Amount, Card, CardId, Chooser, Condition, CostChange, Costs, DamageRecipient, EffectId, Grant,
    Instruction, Keywords, Kinds, Layers, Payment, PaymentMethod, Permissions, PreventionTarget,
    Prohibitions, Ref, Replacement, Script, SearchDestination, Selector, SelectorId, Target, TargetPool,
    Term, TriggerSubject, Triggers, Until, Whose, Zone,
};

/// The maximum length of a card file, in bytes.
pub(super) const MAX_FILE_LEN: usize = 1024 * 1024;
/// The maximum number of cards in a library.
const MAX_CARDS: usize = 4_000;
/// The maximum depth of nested effects.
const MAX_DEPTH: usize = 8;
/// The maximum numbers of factions and of subtypes.
const MAX_FACTIONS: usize = 64;
const MAX_SUBTYPES: usize = 32;
/// The maximum numbers of effects and of selectors, which are identified by `u16`.
const MAX_IDS: usize = 60_000;
/// The maximum number of instructions of an effect, and of abilities of a card.
const MAX_LIST_ITEMS: usize = 16;

/// The tables of a card file: the key, the word for an entry in errors, and whether entries are tokens.
pub(super) const TABLES: [(&str, &str, bool); 2] = [("card", "a card", false), ("token", "a token", true)];

/// A card file: its name and its text.
pub type File<'a> = (&'a str, &'a str);

/// The parts of a library while its files are read.
#[derive(Default)]
pub(super) struct Builder {
    pub(super) cards: Vec<Card>,
    pub(super) selectors: Vec<Selector>,
    pub(super) effects: Vec<Vec<Instruction>>,
    pub(super) subtypes: Vec<String>,
    pub(super) factions: Vec<String>,
    /// The ids of all cards in order, each with whether it is a token.
    ids: Vec<(String, bool)>,
}

impl Builder {
    /// Reads all files in two passes: first the ids, so that cards can refer to each other, then the cards.
    pub(super) fn read(files: &[File<'_>]) -> Result<Builder, ContentError> {
        let mut builder = Builder::default();
        for (file, text) in files {
            read_file(file, text, MAX_FILE_LEN, |keys| builder.collect_ids(keys))?;
        }
        for (file, text) in files {
            read_file(file, text, MAX_FILE_LEN, |keys| builder.read_cards(keys))?;
        }
        Ok(builder)
    }

    fn collect_ids(&mut self, keys: Keys<'_>) -> Read<()> {
        let keys = keys.knowing(&["card", "token"])?;
        for (key, what, token) in TABLES {
            for node in keys.maybe_list(key)? {
                let (id, at) = Keys::of(node, what)?.id("id")?;
                if RESERVED_IDS.contains(&id.as_str()) {
                    return Err(Wrong::at(at, format!("the id {} is reserved for sentences", quoted(&id))));
                }
                if self.ids.iter().any(|(it, _)| *it == id) {
                    return Err(Wrong::at(at, format!("another card has the id {} already", quoted(&id))));
                }
                if self.ids.len() >= MAX_CARDS {
                    return Err(Wrong::at(at, format!("there are more than {MAX_CARDS} cards")));
                }
                self.ids.push((id, token));
                self.collect_words(Keys::of(node, what)?)?;
            }
        }
        Ok(())
    }

    /// Collects factions and subtypes, so that filters can only refer to existing ones.
    fn collect_words(&mut self, keys: Keys<'_>) -> Read<()> {
        let (faction, at) = keys.id("faction")?;
        if !self.factions.contains(&faction) {
            self.factions.push(faction);
        }
        if self.factions.len() > MAX_FACTIONS {
            return Err(Wrong::at(at, format!("there are more than {MAX_FACTIONS} factions")));
        }
        for node in keys.maybe_list("subtypes")? {
            let (subtype, at) = text(node, "a subtype")?;
            if subtype.is_empty() || !subtype.chars().all(|it| it.is_ascii_lowercase() || it == '-') {
                let message = format!(
                    "a subtype consists of lower-case letters and hyphens, unlike {}",
                    quoted(subtype)
                );
                return Err(Wrong::at(at, message));
            }
            if !self.subtypes.iter().any(|it| it == subtype) {
                self.subtypes.push(subtype.to_owned());
            }
            if self.subtypes.len() > MAX_SUBTYPES {
                return Err(Wrong::at(at, format!("there are more than {MAX_SUBTYPES} subtypes")));
            }
        }
        Ok(())
    }

    fn read_cards(&mut self, keys: Keys<'_>) -> Read<()> {
        for (key, what, token) in TABLES {
            for node in keys.maybe_list(key)? {
                let (id, at) = Keys::of(node, what)?.id("id")?;
                // Errors in a card begin with its id.
                let card = self.card(Keys::of(node, what)?, token);
                let card =
                    card.map_err(|wrong| Wrong { message: format!("{id}: {}", wrong.message), ..wrong })?;
                let place = self.ids.iter().position(|(it, _)| *it == id);
                if place != Some(self.cards.len()) {
                    return Err(Wrong::at(at, "the cards are not in the order of their ids"));
                }
                // SR-H01: deck lists refer to cards by name.
                if !token && self.cards.iter().any(|it| !it.token && it.name.eq_ignore_ascii_case(&card.name))
                {
                    let message = format!("{id}: another card has the name {} already", quoted(&card.name));
                    return Err(Wrong::at(at, message));
                }
                self.cards.push(card);
            }
        }
        Ok(())
    }

    fn card(&mut self, keys: Keys<'_>, token: bool) -> Read<Card> {
        const ALL: &[&str] = &["id", "name", "faction", "type", "subtypes", "keywords", "ability"];
        let kind = one_of(keys.string("type")?, "type", &Kinds::WORDS[..4])?;
        let own: &[&str] = match kind {
            _ if token => &["attack", "defence"],
            Kinds::SOUL => &[
                "code",
                "flavour",
                "unique",
                "limit",
                "cost",
                "cost_mod",
                "extra_cost",
                "attack",
                "defence",
                "enters",
            ],
            Kinds::TECH => {
                &["code", "flavour", "unique", "limit", "cost", "cost_mod", "extra_cost", "enters"]
            }
            Kinds::ENERGY => &["code", "flavour", "basic", "limit", "enters"],
            _ => &[
                "code",
                "flavour",
                "unique",
                "limit",
                "cost",
                "cost_mod",
                "extra_cost",
                "targets",
                "effect",
                "choose",
                "mode",
            ],
        };
        let keys = keys.knowing(&[ALL, own].concat())?;
        if token && kind != Kinds::SOUL {
            return Err(Wrong::at(keys.at, "a token must be a Soul (SR-R30)"));
        }
        let (cost, x) = if token || kind == Kinds::ENERGY { (0, false) } else { cost(keys.need("cost")?)? };
        let scope = Scope { x, ..Scope::default() };
        let stat = |builder: &mut Builder, key: &str| match kind {
            Kinds::SOUL => builder.stat(keys.need(key)?, key),
            _ => Ok(Amount::number(0)),
        };
        let (attack, defence) = (stat(self, "attack")?, stat(self, "defence")?);
        let abilities = keys.maybe_list("ability")?;
        if abilities.len() > MAX_LIST_ITEMS {
            return Err(Wrong::at(keys.at, format!("a card can have at most {MAX_LIST_ITEMS} abilities")));
        }
        let abilities = abilities.into_iter().map(|node| self.ability(node)).collect::<Read<Vec<_>>>()?;
        let triggers = abilities.iter().fold(Triggers::NONE, |all, ability| match ability {
            Ability::Triggered { event, .. } => all | *event,
            _ => all,
        });
        Ok(Card {
            id: keys.id("id")?.0,
            code: keys.maybe_string("code")?.map_or_else(String::new, |(code, _)| code.to_owned()),
            name: keys.words("name", 40)?,
            flavour: if keys.get("flavour").is_some() { keys.words("flavour", 200)? } else { String::new() },
            faction: self.faction(keys)?,
            kind,
            subtypes: self.subtypes(keys)?,
            unique: keys.flag("unique")?,
            basic: keys.flag("basic")?,
            limit: keys.get("limit").map(|node| number(node, "limit", 1..=40)).transpose()?.map(|n| n as u8),
            cost,
            x,
            energy_maker: None,
            one_shot_maker: None,
            printed_stats: (attack.as_number().unwrap_or(0), defence.as_number().unwrap_or(0)),
            has_variable_stats: attack.as_number().is_none() || defence.as_number().is_none(),
            attack,
            defence,
            keywords: keywords(keys, "keywords")?,
            enters_vulnerable: keys.word("enters", &[("standby", false), ("vulnerable", true)])?,
            cost_change: keys.get("cost_mod").map(|node| self.cost_change(node)).transpose()?,
            extra_cost: keys.get("extra_cost").map(|node| self.costs(node)).transpose()?.unwrap_or_default(),
            modes: if kind == Kinds::ACTION { self.modes(keys, &scope)? } else { Vec::new() },
            layers: abilities.iter().fold(Layers::NONE, |all, it| match it {
                Ability::Continuous { grant, .. } => all | grant.layers(),
                _ => all,
            }),
            abilities,
            token,
            triggers,
        })
    }

    fn faction(&self, keys: Keys<'_>) -> Read<u8> {
        let (word, _) = keys.id("faction")?;
        let place = self.factions.iter().position(|it| *it == word);
        Ok(place.expect("all factions were collected") as u8)
    }

    fn subtypes(&self, keys: Keys<'_>) -> Read<u32> {
        keys.maybe_list("subtypes")?.into_iter().try_fold(0, |set, node| {
            let (word, _) = text(node, "a subtype")?;
            let place = self.subtypes.iter().position(|it| it == word);
            Ok(set | 1 << place.expect("all subtypes were collected"))
        })
    }

    fn cost_change(&mut self, node: Node<'_>) -> Read<CostChange> {
        let keys = Keys::of(node, "cost_mod")?.knowing(&["less", "min"])?;
        let less = self.amount(keys.need("less")?, "less", &Scope::default())?;
        Ok(CostChange { less, min: keys.number_or("min", 0..=20, 0)? as i16 })
    }

    /// SR-47: a cost.
    fn costs(&mut self, node: Node<'_>) -> Read<Costs> {
        const WAYS: [(&str, PaymentMethod); 5] = [
            ("scrap", PaymentMethod::Scrap),
            ("discard", PaymentMethod::Discard),
            ("void", PaymentMethod::Void),
            ("make_vulnerable", PaymentMethod::MakeVulnerable),
            ("return_to_hand", PaymentMethod::ReturnToHand),
        ];
        let known =
            ["energy", "activate", "life", "scrap", "discard", "void", "make_vulnerable", "return_to_hand"];
        let keys = Keys::of(node, "a cost")?.knowing(&known)?;
        let mut costs = Costs {
            energy: keys.number_or("energy", 0..=20, 0)? as u8,
            activate: keys.flag("activate")?,
            life: keys.number_or("life", 0..=40, 0)? as u8,
            ..Costs::default()
        };
        for (key, how) in WAYS {
            let Some(node) = keys.get(key) else { continue };
            if how == PaymentMethod::Scrap && node.get_ref().as_str() == Some("self") {
                costs.scrap_self = true;
                continue;
            }
            if costs.pick.is_some() {
                return Err(Wrong::at(
                    node.span().start,
                    "a cost can have only one of scrap, discard, void, make_vulnerable and return_to_hand",
                ));
            }
            let keys = Keys::of(node, key)?.knowing(&["n", "from"])?;
            let zones: &[Zone] = match how {
                PaymentMethod::Discard => &[Zone::Hand],
                PaymentMethod::Void => &[Zone::Front, Zone::Scrap],
                _ => &[Zone::Front],
            };
            let text = keys.string("from")?;
            let from = self.selector(text, "from", zones)?;
            if !matches!(self.selectors[from.0 as usize].whose, Whose::You | Whose::Own) {
                return Err(Wrong::at(text.1, "from: a cost is paid with the player's own things: add you"));
            }
            costs.pick = Some(Payment { how, n: keys.number_or("n", 1..=5, 1)? as u8, from });
        }
        Ok(costs)
    }

    /// SR-58: the modes of an Action.
    fn modes(&mut self, keys: Keys<'_>, scope: &Scope) -> Read<Vec<Script>> {
        let modes = keys.maybe_list("mode")?;
        if modes.is_empty() {
            return Ok(vec![self.script(keys, scope)?]);
        }
        keys.number("choose", 1..=1)?;
        if keys.get("effect").is_some() || keys.get("targets").is_some() {
            return Err(Wrong::at(
                keys.at,
                "a card with modes must have its targets and effects in the modes",
            ));
        }
        if !(2..=4).contains(&modes.len()) {
            return Err(Wrong::at(
                keys.at,
                format!("a card with modes must have 2 to 4 of them, not {}", modes.len()),
            ));
        }
        let mode = |node| self.script(Keys::of(node, "a mode")?.knowing(&["targets", "effect"])?, scope);
        modes.into_iter().map(mode).collect()
    }

    fn script(&mut self, keys: Keys<'_>, scope: &Scope) -> Read<Script> {
        let mut scope = scope.clone();
        let mut targets = Vec::new();
        for node in keys.maybe_list("targets")? {
            let keys = Keys::of(node, "a target")?.knowing(&["id", "n", "upto", "from"])?;
            let (id, at) = keys.id("id")?;
            if !scope.is_free(&id) {
                return Err(Wrong::at(at, format!("the name {} is already taken", quoted(&id))));
            }
            let n = keys.number_or("n", 1..=4, 1)? as u8;
            if n > 1 {
                scope.several.push(scope.targets.len() as u8);
            }
            targets.push(Target { n, upto: keys.flag("upto")?, from: self.pool(keys.string("from")?)? });
            scope.targets.push(id);
        }
        if targets.iter().map(|target| target.n).sum::<u8>() > super::MAX_TARGETS as u8 {
            return Err(Wrong::at(keys.at, format!("there can be at most {} targets", super::MAX_TARGETS)));
        }
        let effect = self.effect(keys.list("effect")?, &mut scope, 0)?;
        Ok(Script { targets, effect })
    }

    fn pool(&mut self, text: (&str, usize)) -> Read<TargetPool> {
        Ok(match text.0 {
            "any_target" => TargetPool::AnyTarget,
            "player" => TargetPool::Player(Whose::Any),
            "opponent" => TargetPool::Player(Whose::Opponent),
            _ => {
                let selector = self.selector(text, "from", &OPEN)?;
                self.players(selector).map_or(TargetPool::Things(selector), TargetPool::Player)
            }
        })
    }

    fn ability(&mut self, node: Node<'_>) -> Read<Ability> {
        let keys = Keys::of(node, "an ability")?;
        match keys.string("kind")?.0 {
            "continuous" => {
                let keys = keys.knowing(&["kind", "affects", "grant"])?;
                let text = keys.string("affects")?;
                let affects = match text {
                    ("self", _) => None,
                    text => {
                        Some(self.selector(text, "affects", &[Zone::Front, Zone::Playing, Zone::Player])?)
                    }
                };
                if affects.is_some_and(|it| self.filters_by_stats(it)) {
                    let message = "a continuous ability cannot filter by attack or defence, which it could change (SR-R27)";
                    return Err(Wrong::at(text.1, message));
                }
                let zone = affects.map_or(Zone::Front, |it| self.selectors[it.0 as usize].zone);
                Ok(Ability::Continuous { affects, grant: self.grant(keys.need("grant")?, zone)? })
            }
            "triggered" => self.triggered(keys),
            "activated" => {
                let keys = keys.knowing(&["kind", "cost", "energy_ability", "targets", "effect"])?;
                let cost = self.costs(keys.need("cost")?)?;
                let energy = keys.flag("energy_ability")?;
                let script = self.script(keys, &Scope::default())?;
                if energy && !(script.targets.is_empty() && self.only_makes_energy(script.effect)) {
                    let message = "an energy ability can only add Energy and cannot have targets (SR-R06)";
                    return Err(Wrong::at(keys.at, message));
                }
                Ok(Ability::Activated { cost, energy, script })
            }
            "replacement" => self.replacement(keys),
            _ => Err(Wrong::at(
                keys.string("kind")?.1,
                "kind must be continuous, triggered, activated or replacement",
            )),
        }
    }

    fn only_makes_energy(&self, list: EffectId) -> bool {
        self.effects[list.0 as usize].iter().all(|step| match step {
            Instruction::AddEnergy { .. } => true,
            Instruction::If { then, otherwise, .. } => {
                self.only_makes_energy(*then) && otherwise.is_none_or(|it| self.only_makes_energy(it))
            }
            _ => false,
        })
    }

    fn triggered(&mut self, keys: Keys<'_>) -> Read<Ability> {
        let keys = keys.knowing(&["kind", "when", "whose", "if", "once_per_turn", "targets", "effect"])?;
        let node = keys.need("when")?;
        let turns = Triggers::BEGIN_TURN | Triggers::END_TURN;
        let players = Triggers::DRAWN | Triggers::DISCARDED | Triggers::LIFE_GAINED | Triggers::LIFE_LOST;
        let (event, about) = if let Some(word) = node.get_ref().as_str() {
            let event = one_of((word, node.span().start), "when", Triggers::WORDS)?;
            let whose = keys
                .word("whose", &[("you", Whose::You), ("opponent", Whose::Opponent), ("any", Whose::Any)])?;
            (
                event,
                if (turns | players).has(event) {
                    TriggerSubject::Player(whose)
                } else {
                    TriggerSubject::Itself
                },
            )
        } else {
            let when = Keys::of(node, "when")?.knowing(&["event", "who"])?;
            let event = one_of(when.string("event")?, "event", Triggers::WORDS)?;
            let who = when.string("who")?;
            let about = match who.0 {
                "self" => TriggerSubject::Itself,
                "you" => TriggerSubject::Player(Whose::You),
                "opponent" => TriggerSubject::Player(Whose::Opponent),
                "any_player" => TriggerSubject::Player(Whose::Any),
                _ if event == Triggers::PLAYED => {
                    TriggerSubject::Matching(self.selector_of_cards(who, "who", &[Zone::Sequence])?)
                }
                _ => TriggerSubject::Matching(self.selector(who, "who", &[Zone::Front])?),
            };
            (event, about)
        };
        let is_about_players = (turns | players).has(event);
        if let Some(whose) = keys.get("whose").filter(|_| !is_about_players || node.get_ref().is_table()) {
            let message = "whose can be used only if when is an event of a player, such as \"begin_turn\"";
            return Err(Wrong::at(whose.span().start, message));
        }
        let is_possible = match about {
            TriggerSubject::Player(_) => {
                is_about_players || (Triggers::DAMAGED | Triggers::TARGETED).has(event)
            }
            _ => !is_about_players,
        };
        if !is_possible {
            let message =
                "this event cannot be about that: some events are about cards, others about players";
            return Err(Wrong::at(node.span().start, message));
        }
        let scope = Scope { event: !turns.has(event), ..Scope::default() };
        let condition = keys.maybe_string("if")?.map(|text| self.condition(text, &scope)).transpose()?;
        let script = self.script(keys, &scope)?;
        Ok(Ability::Triggered { event, about, condition, once: keys.flag("once_per_turn")?, script })
    }

    /// A grant: for cards that are being played, changes of the cost; for players, prohibitions; for cards in play,
    /// anything else.
    fn grant(&mut self, node: Node<'_>, zone: Zone) -> Read<Grant> {
        let known: &[&str] = match zone {
            Zone::Playing => &["cost_less", "cost_more", "cost_min"],
            Zone::Player => &["cannot"],
            _ => &["stats", "set_stats", "keywords", "cannot", "may"],
        };
        let cannots = if zone == Zone::Player { Prohibitions::FOR_PLAYERS } else { Prohibitions::FOR_CARDS };
        let keys = Keys::of(node, "grant")?.knowing(known)?;
        if known.iter().all(|key| keys.get(key).is_none()) {
            return Err(Wrong::at(
                node.span().start,
                format!("grant must have at least one of {}", known.join(", ")),
            ));
        }
        let mut cannot = Prohibitions::NONE;
        for node in keys.maybe_list("cannot")? {
            cannot = cannot | one_of(text(node, "cannot")?, "cannot", cannots)?;
        }
        let mut may = Permissions::NONE;
        for node in keys.maybe_list("may")? {
            may = may | one_of(text(node, "may")?, "may", Permissions::WORDS)?;
        }
        Ok(Grant {
            stats: keys.get("stats").map(|node| self.stat_pair(node, "stats")).transpose()?,
            set_stats: keys.get("set_stats").map(|node| self.stat_pair(node, "set_stats")).transpose()?,
            keywords: keywords(keys, "keywords")?,
            cannot,
            may,
            cost_less: keys.number_or("cost_less", 0..=20, 0)? as i16,
            cost_more: keys.number_or("cost_more", 0..=20, 0)? as i16,
            cost_min: keys.number_or("cost_min", 0..=20, 0)? as i16,
        })
    }

    /// An attack or a defence of a card or a continuous ability. SR-R27: it cannot depend on attack or defence.
    fn stat(&mut self, node: Node<'_>, what: &str) -> Read<Amount> {
        let amount = self.amount(node, what, &Scope::default())?;
        let circular = |term: &Term| match term {
            Term::Attack(_) | Term::Defence(_) => true,
            Term::Count(selector) => self.filters_by_stats(*selector),
            _ => false,
        };
        if amount.0.iter().any(|(_, term)| circular(term)) {
            let message =
                format!("{what} cannot depend on attack or defence, which it could change (SR-R27)");
            return Err(Wrong::at(node.span().start, message));
        }
        Ok(amount)
    }

    /// Whether a selector filters by attack or defence.
    fn filters_by_stats(&self, selector: SelectorId) -> bool {
        let selector = &self.selectors[selector.0 as usize];
        selector.attack.is_some() || selector.defence.is_some()
    }

    fn stat_pair(&mut self, node: Node<'_>, what: &str) -> Read<(Amount, Amount)> {
        match list(node, what)?.as_slice() {
            [attack, defence] => Ok((self.stat(attack, "attack")?, self.stat(defence, "defence")?)),
            _ => {
                Err(Wrong::at(node.span().start, format!("{what} must be a list of two: attack and defence")))
            }
        }
    }

    fn stats(&mut self, node: Node<'_>, scope: &Scope) -> Read<(Amount, Amount)> {
        match list(node, "stats")?.as_slice() {
            [attack, defence] => {
                Ok((self.amount(attack, "attack", scope)?, self.amount(defence, "defence", scope)?))
            }
            _ => Err(Wrong::at(node.span().start, "stats must be a list of two: attack and defence")),
        }
    }

    fn replacement(&mut self, keys: Keys<'_>) -> Read<Ability> {
        let keys = keys.knowing(&["kind", "event", "change"])?;
        let event = Keys::of(keys.need("event")?, "event")?;
        let change = Keys::of(keys.need("change")?, "change")?;
        let (kind, at) = event.string("type")?;
        match kind {
            "enters" => {
                event.knowing(&["type", "who"])?;
                let who = self.selector(event.string("who")?, "who", &[Zone::Front])?;
                change.knowing(&["state"])?;
                one_of(change.string("state")?, "state", &[("vulnerable", ())])?;
                Ok(Ability::Replacement(Replacement::EntersVulnerable(who)))
            }
            "damage" => {
                event.knowing(&["type", "to", "by", "only"])?;
                let to = match event.string("to")? {
                    ("you", _) => DamageRecipient::Player(Whose::You),
                    ("opponent", _) => DamageRecipient::Player(Whose::Opponent),
                    ("self", _) => DamageRecipient::Itself,
                    text => DamageRecipient::Matching(self.selector(text, "to", &[Zone::Front])?),
                };
                let by = event.maybe_string("by")?;
                let zones = [Zone::Front, Zone::Sequence];
                let by = by.map(|text| self.selector_of_cards(text, "by", &zones)).transpose()?;
                let only_battle = event.word("only", &[("any", false), ("battle", true)])?;
                let change = change.knowing(&["amount"])?.number("amount", -20..=20)? as i16;
                Ok(Ability::Replacement(Replacement::Damage { to, by, only_battle, change }))
            }
            _ => Err(Wrong::at(at, "type must be enters or damage")),
        }
    }

    pub(super) fn effect(&mut self, nodes: Vec<Node<'_>>, scope: &mut Scope, depth: usize) -> Read<EffectId> {
        if nodes.len() > MAX_LIST_ITEMS {
            let at = nodes[MAX_LIST_ITEMS].span().start;
            return Err(Wrong::at(at, format!("an effect can have at most {MAX_LIST_ITEMS} steps")));
        }
        let at = nodes.first().map_or(0, |node| node.span().start);
        let instructions =
            nodes.into_iter().map(|node| self.instruction(node, scope, depth)).collect::<Read<Vec<_>>>()?;
        if self.effects.len() >= MAX_IDS {
            return Err(Wrong::at(at, format!("there are more than {MAX_IDS} effects")));
        }
        self.effects.push(instructions);
        Ok(EffectId(self.effects.len() as u16 - 1))
    }

    #[allow(clippy::too_many_lines, reason = "one arm per instruction of the card language")]
    fn instruction(&mut self, node: Node<'_>, scope: &mut Scope, depth: usize) -> Read<Instruction> {
        let at = node.span().start;
        if depth > MAX_DEPTH {
            return Err(Wrong::at(at, format!("effects can be nested at most {MAX_DEPTH} levels deep")));
        }
        let keys = Keys::of(node, "a step")?;
        let (name, at) = keys.string("do")?;
        let knows = |own: &[&str]| keys.called(name).knowing(&[&["do"], own].concat());
        let one = || Amount::number(1);
        Ok(match name {
            "damage" => {
                let keys = knows(&["amount", "to", "source"])?;
                let source = keys.get("source").map(|_| self.thing(keys, "source", scope)).transpose()?;
                Instruction::Damage {
                    amount: self.amount(keys.need("amount")?, "amount", scope)?,
                    to: self.thing(keys, "to", scope)?,
                    source: source.unwrap_or(Ref::Itself),
                }
            }
            "destroy" => Instruction::Destroy { what: self.thing(knows(&["what"])?, "what", scope)? },
            "scrap" if keys.get("pick").is_some() => {
                let keys = knows(&["who", "pick", "from", "chooser"])?;
                keys.word("chooser", &[("own", ())])?;
                Instruction::ScrapPick {
                    who: self.player(keys, scope)?,
                    pick: self.amount(keys.need("pick")?, "pick", scope)?,
                    from: self.selector(keys.string("from")?, "from", &[Zone::Front])?,
                }
            }
            "scrap" => Instruction::Scrap { what: self.thing(knows(&["what"])?, "what", scope)? },
            "void" => {
                let keys = knows(&["what", "until"])?;
                let until = keys.word("until", &[("forever", false), ("self_leaves", true)])?;
                Instruction::Void { what: self.thing(keys, "what", scope)?, until_self_leaves: until }
            }
            "draw" => {
                let keys = knows(&["who", "n"])?;
                Instruction::Draw { who: self.player(keys, scope)?, n: self.count(keys, scope)? }
            }
            "discard" => {
                let keys = knows(&["who", "n", "chooser", "random"])?;
                let who = self.player(keys, scope)?;
                let chooser = match keys.maybe_string("chooser")? {
                    _ if keys.flag("random")? => Chooser::Random,
                    Some(("you", _)) => Chooser::You,
                    Some((_, at)) if self.thing(keys, "chooser", scope)? != who => {
                        return Err(Wrong::at(at, "chooser must be you or the player who discards"));
                    }
                    _ => Chooser::Owner,
                };
                let all = keys.get("n").is_some_and(|n| n.get_ref().as_str() == Some("all"));
                let n = (!all).then(|| self.count(keys, scope)).transpose()?;
                Instruction::Discard { who, n, chooser }
            }
            "mill" => {
                let keys = knows(&["who", "n"])?;
                Instruction::Mill { who: self.player(keys, scope)?, n: self.count(keys, scope)? }
            }
            "look" => {
                let keys = knows(&["who", "n", "may"])?;
                one_of(keys.string("may")?, "may", &[("bottom", ())])?;
                Instruction::Look { who: self.player(keys, scope)?, n: self.count(keys, scope)? }
            }
            "reveal" => {
                let keys = knows(&["who", "n", "from"])?;
                let from_deck = one_of(keys.string("from")?, "from", &[("hand", false), ("deck", true)])?;
                if let Some(n) = keys.get("n").filter(|_| !from_deck) {
                    return Err(Wrong::at(
                        n.span().start,
                        "n cannot be used here: a hand is revealed as a whole",
                    ));
                }
                let n = from_deck.then(|| self.count(keys, scope)).transpose()?;
                Instruction::Reveal { who: self.player(keys, scope)?, n }
            }
            "search" => {
                let keys = knows(&["zone", "for", "upto", "reveal", "to", "shuffle"])?;
                keys.word("zone", &[("deck", ())])?;
                if !keys.flag("reveal")? || !keys.flag("shuffle")? {
                    let message = "a search must have reveal = true and shuffle = true (SR-R45)";
                    return Err(Wrong::at(at, message));
                }
                Instruction::Search {
                    want: self.selector(keys.string("for")?, "for", &[Zone::Deck])?,
                    upto: keys.number_or("upto", 1..=4, 1)? as u8,
                    to: keys.word(
                        "to",
                        &[("hand", SearchDestination::Hand), ("front", SearchDestination::Front)],
                    )?,
                }
            }
            "to_bottom" | "to_top" => {
                let keys = knows(&["who", "pick", "from"])?;
                if let Some(text) = keys.maybe_string("from")? {
                    one_of(text, "from", &[("hand: card, you", ()), ("hand: card, own", ())])?;
                }
                Instruction::Bury {
                    who: self.player(keys, scope)?,
                    pick: keys.get("pick").map_or(Ok(one()), |node| self.amount(node, "pick", scope))?,
                    top: name == "to_top",
                }
            }
            "shuffle" => Instruction::Shuffle { who: self.player(knows(&["who"])?, scope)? },
            "gain_life" | "lose_life" | "set_life" => {
                let keys = knows(&["who", "n"])?;
                let (who, n) = (self.player(keys, scope)?, self.amount(keys.need("n")?, "n", scope)?);
                match name {
                    "gain_life" => Instruction::GainLife { who, n },
                    "lose_life" => Instruction::LoseLife { who, n },
                    _ => Instruction::SetLife { who, n },
                }
            }
            "modify" => {
                let keys = knows(&["what", "stats", "until"])?;
                let (attack, defence) = self.stats(keys.need("stats")?, scope)?;
                Instruction::Modify {
                    what: self.thing(keys, "what", scope)?,
                    attack,
                    defence,
                    until: until(keys)?,
                }
            }
            "counters" => {
                let keys = knows(&["what", "kind", "n"])?;
                one_of(keys.string("kind")?, "kind", &[("upgrade", ())])?;
                Instruction::Counters { what: self.thing(keys, "what", scope)?, n: self.count(keys, scope)? }
            }
            "gain_keyword" | "lose_keyword" => {
                let keys = knows(&["what", "keyword", "until"])?;
                let keyword = one_of(keys.string("keyword")?, "keyword", Keywords::WORDS)?;
                let (what, until) = (self.thing(keys, "what", scope)?, until(keys)?);
                if name == "gain_keyword" {
                    Instruction::GainKeyword { what, keyword, until }
                } else {
                    Instruction::LoseKeyword { what, keyword, until }
                }
            }
            "create_token" => {
                let keys = knows(&["token", "n", "controller", "state"])?;
                let (id, at) = keys.string("token")?;
                let place = self.ids.iter().position(|(it, token)| it == id && *token);
                let Some(place) = place else {
                    return Err(Wrong::at(at, format!("there is no token with the id {}", quoted(id))));
                };
                Instruction::CreateToken {
                    token: CardId(place as u16),
                    n: self.count(keys, scope)?,
                    who: self.controller(keys, scope)?,
                    vulnerable: state(keys)?,
                }
            }
            "cancel" => Instruction::Cancel { what: self.thing(knows(&["what"])?, "what", scope)? },
            "pay_or" => {
                let keys = knows(&["who", "cost", "else"])?;
                let cost = Keys::of(keys.need("cost")?, "cost")?.knowing(&["energy"])?;
                Instruction::PayOr {
                    who: self.player(keys, scope)?,
                    energy: cost.number("energy", 1..=20)? as u8,
                    otherwise: self.effect(keys.list("else")?, scope, depth + 1)?,
                }
            }
            "refresh" => Instruction::Refresh { what: self.thing(knows(&["what"])?, "what", scope)? },
            "make_vulnerable" => {
                Instruction::MakeVulnerable { what: self.thing(knows(&["what"])?, "what", scope)? }
            }
            "skip_refresh" => {
                let keys = knows(&["what", "times"])?;
                let times = keys.number_or("times", 1..=9, 1)? as u8;
                Instruction::SkipRefresh { what: self.thing(keys, "what", scope)?, times }
            }
            "return_to_hand" => {
                Instruction::ReturnToHand { what: self.thing(knows(&["what"])?, "what", scope)? }
            }
            "put_in_play" => {
                let keys = knows(&["what", "controller", "state", "as"])?;
                let what = self.thing(keys, "what", scope)?;
                let controller = self.controller(keys, scope)?;
                let vulnerable = state(keys)?;
                let new_name = keys.get("as").map(|_| keys.id("as")).transpose()?;
                let new_name = new_name.map(|(name, at)| {
                    if scope.names.len() >= super::MAX_NAMES || !scope.is_free(&name) {
                        return Err(Wrong::at(
                            at,
                            format!("{} cannot be used as a name here", quoted(&name)),
                        ));
                    }
                    scope.names.push(name);
                    Ok(scope.names.len() as u8 - 1)
                });
                let name = new_name.transpose()?;
                Instruction::PutInPlay { what, controller, vulnerable, name }
            }
            "gain_control" => {
                let keys = knows(&["what", "controller", "until"])?;
                let what = self.thing(keys, "what", scope)?;
                Instruction::GainControl { what, who: self.controller(keys, scope)?, until: until(keys)? }
            }
            "add_energy" => Instruction::AddEnergy { n: self.count(knows(&["n"])?, scope)? },
            "energy_from_pile" => {
                let keys = knows(&["n", "state"])?;
                Instruction::EnergyFromPile { n: self.count(keys, scope)?, vulnerable: state(keys)? }
            }
            "prevent" => {
                let keys = knows(&["to", "amount", "only", "until"])?;
                let amount = self.amount_or_all(keys, scope)?;
                let to = match self.thing(keys, "to", scope)? {
                    Ref::Each(selector) => PreventionTarget::Matching(selector),
                    these => PreventionTarget::Things(these),
                };
                let only_battle = keys.word("only", &[("any", false), ("battle", true)])?;
                Instruction::Prevent { to, amount, only_battle, until: until(keys)? }
            }
            "redirect" => {
                let keys = knows(&["to", "onto", "amount", "only", "until"])?;
                let amount = self.amount_or_all(keys, scope)?;
                let (to, onto) = (self.thing(keys, "to", scope)?, self.thing(keys, "onto", scope)?);
                if matches!(onto, Ref::Each(_) | Ref::EachOpponent | Ref::EachPlayer) {
                    return Err(Wrong::at(
                        keys.string("onto")?.1,
                        "onto: damage can be redirected to only one thing",
                    ));
                }
                let only_battle = keys.word("only", &[("any", false), ("battle", true)])?;
                Instruction::Redirect { to, onto, amount, only_battle, until: until(keys)? }
            }
            "if" => {
                let keys = knows(&["cond", "then", "else"])?;
                let otherwise = keys.get("else").map(|node| list(node, "else")).transpose()?;
                Instruction::If {
                    condition: self.condition(keys.string("cond")?, scope)?,
                    then: self.effect(keys.list("then")?, scope, depth + 1)?,
                    otherwise: otherwise.map(|nodes| self.effect(nodes, scope, depth + 1)).transpose()?,
                }
            }
            "for_each" => {
                let keys = knows(&["what", "effect"])?;
                let what = self.thing(keys, "what", scope)?;
                let mut inner = Scope { it: true, ..scope.clone() };
                Instruction::ForEach {
                    what,
                    effect: self.effect(keys.list("effect")?, &mut inner, depth + 1)?,
                }
            }
            "repeat" => {
                let keys = knows(&["n", "effect"])?;
                let n = self.amount(keys.need("n")?, "n", scope)?;
                Instruction::Repeat { n, effect: self.effect(keys.list("effect")?, scope, depth + 1)? }
            }
            "may" => {
                let keys = knows(&["effect"])?;
                Instruction::May { effect: self.effect(keys.list("effect")?, scope, depth + 1)? }
            }
            "delay" => {
                let keys = knows(&["at", "effect"])?;
                let moments = [("end_turn", Triggers::END_TURN), ("begin_turn", Triggers::BEGIN_TURN)];
                let moment = one_of(keys.string("at")?, "at", &moments)?;
                Instruction::Delay {
                    at: moment,
                    effect: self.effect(keys.list("effect")?, scope, depth + 1)?,
                }
            }
            other => {
                let message =
                    format!("{} is not a step; the steps are {}", quoted(other), INSTRUCTIONS.join(", "));
                return Err(Wrong::at(at, message));
            }
        })
    }

    /// The player that `who` refers to; by default the one who controls the ability.
    fn player(&mut self, keys: Keys<'_>, scope: &Scope) -> Read<Ref> {
        keys.get("who").map_or(Ok(Ref::You), |_| self.thing(keys, "who", scope))
    }

    /// The player that `controller` refers to; by default the one who controls the ability.
    fn controller(&mut self, keys: Keys<'_>, scope: &Scope) -> Read<Ref> {
        keys.get("controller").map_or(Ok(Ref::You), |_| self.thing(keys, "controller", scope))
    }

    /// An amount of damage; `None` for all of it.
    fn amount_or_all(&mut self, keys: Keys<'_>, scope: &Scope) -> Read<Option<Amount>> {
        let node = keys.need("amount")?;
        match node.get_ref().as_str() {
            Some("all") => Ok(None),
            _ => self.amount(node, "amount", scope).map(Some),
        }
    }

    /// The number `n`; by default 1.
    fn count(&mut self, keys: Keys<'_>, scope: &Scope) -> Read<Amount> {
        keys.get("n").map_or(Ok(Amount::number(1)), |node| self.amount(node, "n", scope))
    }

    fn thing(&mut self, keys: Keys<'_>, key: &str, scope: &Scope) -> Read<Ref> {
        let (text, at) = keys.string(key)?;
        Expression { text, at, what: key, scope }.thing(self)
    }

    fn amount(&mut self, node: Node<'_>, what: &str, scope: &Scope) -> Read<Amount> {
        if whole(node).is_some() {
            return Ok(Amount::number(number(node, what, -99..=99)? as i16));
        }
        let Some(text) = node.get_ref().as_str() else {
            let message = format!("{what} must be a number or a sum such as \"1 + count(front: soul, you)\"");
            return Err(Wrong::at(node.span().start, message));
        };
        Expression { text, at: node.span().start, what, scope }.amount(self)
    }

    fn condition(&mut self, (text, at): (&str, usize), scope: &Scope) -> Read<Condition> {
        Expression { text, at, what: "a condition", scope }.condition(self)
    }

    /// A selector for one of these zones.
    fn selector(&mut self, (text, at): (&str, usize), what: &str, zones: &[Zone]) -> Read<SelectorId> {
        Expression { text, at, what, scope: &Scope::default() }.selector(self, zones)
    }

    /// A selector for cards, not for abilities.
    fn selector_of_cards(&mut self, text: (&str, usize), what: &str, zones: &[Zone]) -> Read<SelectorId> {
        let selector = self.selector(text, what, zones)?;
        if self.selectors[selector.0 as usize].kinds == Kinds::ABILITY {
            return Err(Wrong::at(text.1, format!("{what}: only cards can be selected here, not abilities")));
        }
        Ok(selector)
    }

    /// The id of a selector. Equal selectors have the same id; `None` if there are too many.
    pub(super) fn intern(&mut self, selector: Selector) -> Option<SelectorId> {
        let known = self.selectors.iter().position(|it| *it == selector);
        let place = known.unwrap_or_else(|| {
            self.selectors.push(selector);
            self.selectors.len() - 1
        });
        (place < MAX_IDS).then_some(SelectorId(place as u16))
    }

    /// The players that a selector refers to, if it selects players.
    pub(super) fn players(&self, selector: SelectorId) -> Option<Whose> {
        let selector = &self.selectors[selector.0 as usize];
        (selector.zone == Zone::Player).then_some(selector.whose)
    }

    /// The card or token with this id.
    pub(super) fn card_named(&self, id: &str) -> Option<CardId> {
        self.ids.iter().position(|(it, _)| it == id).map(|place| CardId(place as u16))
    }
}

/// Words that sentences use and that cards therefore cannot have as ids.
const RESERVED_IDS: [&str; 22] = [
    "redraw", "keep", "play", "use", "attack", "block", "declare", "pass", "target", "enough", "mode", "x",
    "pay", "trigger", "first", "assign", "yes", "no", "choose", "base", "bury", "nothing",
];

/// The words for instructions.
const INSTRUCTIONS: [&str; 38] = [
    "damage",
    "destroy",
    "scrap",
    "void",
    "draw",
    "discard",
    "mill",
    "look",
    "reveal",
    "search",
    "to_bottom",
    "to_top",
    "shuffle",
    "gain_life",
    "lose_life",
    "set_life",
    "modify",
    "counters",
    "gain_keyword",
    "lose_keyword",
    "create_token",
    "cancel",
    "pay_or",
    "refresh",
    "make_vulnerable",
    "skip_refresh",
    "return_to_hand",
    "put_in_play",
    "gain_control",
    "add_energy",
    "energy_from_pile",
    "prevent",
    "redirect",
    "if",
    "for_each",
    "repeat",
    "may",
    "delay",
];

/// SR-05: a cost in Energy: a number, or with X as in `"X+2"`.
fn cost(node: Node<'_>) -> Read<(u8, bool)> {
    if whole(node).is_some() {
        return Ok((number(node, "cost", 0..=20)? as u8, false));
    }
    let (text, at) = (node.get_ref().as_str().unwrap_or_default(), node.span().start);
    let rest = text.strip_prefix('X').map(|rest| rest.strip_prefix('+').unwrap_or(rest).trim());
    match rest.map(|rest| if rest.is_empty() { Ok(0) } else { rest.parse::<u8>() }) {
        Some(Ok(plain)) if plain <= 20 => Ok((plain, true)),
        _ => Err(Wrong::at(at, "cost must be a number from 0 to 20, or contain X as in \"X+2\"")),
    }
}

fn keywords(keys: Keys<'_>, key: &str) -> Read<Keywords> {
    keys.maybe_list(key)?.into_iter().try_fold(Keywords::NONE, |all, node| {
        Ok(all | one_of(text(node, "a keyword")?, "a keyword", Keywords::WORDS)?)
    })
}

fn until(keys: Keys<'_>) -> Read<Until> {
    let words = [
        ("end_of_turn", Until::EndOfTurn),
        ("your_next_turn", Until::YourNextTurn),
        ("self_leaves", Until::SelfLeaves),
        ("forever", Until::Forever),
    ];
    one_of(keys.string("until")?, "until", &words)
}

/// SR-25: whether a card enters play vulnerable.
fn state(keys: Keys<'_>) -> Read<bool> {
    keys.word("state", &[("standby", false), ("vulnerable", true)])
}
