//! Phase 1: placing figures, taking them back and settling disputes.

use atlas_core::{Seat, Seats, Turn};

use crate::content::effect::{ArtifactEffect, Power};
use crate::state::{AtlantisRising, Phase};
use crate::tell::Event;
use crate::things::{Figure, Kind, Pose, Spot};

/// How full the spots are.
pub(crate) struct Crowd {
    /// The figures that take a space, by spot.
    taken: [u8; Spot::COUNT],
    /// How many figures more have room, by spot.
    extra: [u8; Spot::COUNT],
    /// The spots where the team has a figure other than the Automaton.
    own: u64,
}

impl Crowd {
    pub(crate) fn of(state: &AtlantisRising, team: u8) -> Crowd {
        let mut crowd = Crowd { taken: [0; Spot::COUNT], extra: [0; Spot::COUNT], own: 0 };
        for figure in state.figures.iter() {
            let at = figure.at.index();
            if figure.kind == Kind::Automaton {
                continue;
            }
            if figure.team == team {
                crowd.own |= figure.at.bit();
            }
            if let (Some(Power::ExtraSpace(n)), true) = (state.power_of(figure), at < Spot::TILES.into()) {
                crowd.extra[at] += n;
            } else if !figure.extra {
                crowd.taken[at] += 1;
            }
        }
        crowd
    }

    fn has_room(&self, spot: Spot, spaces: u8) -> bool {
        self.taken[spot.index()] < spaces + self.extra[spot.index()]
    }

    /// Whether all spaces of a tile are taken.
    pub(crate) fn is_full(&self, spot: Spot, spaces: u8) -> bool {
        !self.has_room(spot, spaces)
    }

    /// Whether more figures stand on a spot than have room.
    pub(crate) fn is_over(&self, spot: Spot, spaces: u8) -> bool {
        self.taken[spot.index()] > spaces + self.extra[spot.index()]
    }

    /// Whether a figure beyond the spaces stands on a tile.
    pub(crate) fn is_crowded(&self, spot: Spot, spaces: u8) -> bool {
        self.taken[spot.index()] > spaces
    }
}

/// Why a figure cannot be placed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NoPlace {
    /// AR-25: the tile is flooded.
    Flooded,
    /// AR-08: all spaces are taken.
    Full,
    /// AR-R05: the starting player has overruled the seat there.
    Overruled,
    /// AR-27: the component is not built, or only opens in the next round.
    NotOpen,
    /// AR-27: the component has no spaces.
    NoSpaces,
    /// AR-28: only Leaders go to the Core, once.
    Core,
    /// The Workshop is for the Artificer's Leader.
    Workshop,
    /// The Observatory is for the Astrologer's Leader and its company.
    Observatory,
    /// AR-76: the Automaton stands beside another figure of its team.
    Automaton,
}

impl AtlantisRising {
    /// AR-26: the number of build spaces.
    pub(crate) fn build_spaces(&self) -> u8 {
        2 + u8::from(self.seats >= 5)
    }

    /// The spaces of a spot, if their number is limited.
    pub(crate) fn spaces_of(&self, spot: Spot) -> Option<u8> {
        match (spot.tile(), spot.blueprint()) {
            (Some(_), _) => Some(self.content.tile(spot).spaces),
            (_, Some(at)) => {
                self.open_spaces(at).map(|it| it.spaces + it.five_plus * u8::from(self.seats >= 5))
            }
            _ if spot == Spot::BUILD => Some(self.build_spaces()),
            _ => None,
        }
    }

    /// The power that a kind of figure of a team has on the board.
    pub(crate) fn power_of_kind(&self, team: u8, kind: Kind) -> Option<Power> {
        let councilor = match kind {
            Kind::Leader => self.team(team).councilor,
            Kind::Hologram => self.power?,
            _ => return None,
        };
        Some(self.content.councilor(councilor).power)
    }

    /// AR-23: whether a figure of a team can be placed on a spot.
    pub(crate) fn check_place(&self, team: u8, kind: Kind, spot: Spot, crowd: &Crowd) -> Result<(), NoPlace> {
        if self.this_round.overruled[usize::from(team)] & spot.bit() != 0 {
            return Err(NoPlace::Overruled);
        }
        if kind == Kind::Automaton {
            let beside = crowd.own & spot.bit() != 0 && spot != Spot::OBSERVATORY;
            return if beside { Ok(()) } else { Err(NoPlace::Automaton) };
        }
        if let Some((peninsula, ring)) = spot.tile() {
            let dry = self.is_dry(peninsula, ring);
            let key = self.raisable(peninsula) == Some(spot) && self.can_use_coral(team);
            if !dry && !key {
                return Err(NoPlace::Flooded);
            }
            let leads = matches!(self.power_of_kind(team, kind), Some(Power::ExtraSpace(_)));
            let united = self.this_round.united & spot.bit() != 0;
            let room = leads || united || crowd.has_room(spot, self.content.tile(spot).spaces);
            return if room { Ok(()) } else { Err(NoPlace::Full) };
        }
        if let Some(at) = spot.blueprint() {
            if self.content.component(self.gate[usize::from(at)]).spaces.is_none() {
                return Err(NoPlace::NoSpaces);
            }
            let Some(spaces) = self.spaces_of(spot) else { return Err(NoPlace::NotOpen) };
            return if crowd.has_room(spot, spaces) { Ok(()) } else { Err(NoPlace::Full) };
        }
        match spot {
            Spot::SOURCE => Ok(()),
            Spot::BUILD if crowd.has_room(spot, self.build_spaces()) => Ok(()),
            Spot::BUILD => Err(NoPlace::Full),
            Spot::CORE => {
                let may = kind == Kind::Leader && self.is_core_open() && !self.core.contains(Seat(team));
                if may { Ok(()) } else { Err(NoPlace::Core) }
            }
            Spot::WORKSHOP => {
                let may = kind == Kind::Leader && self.team(team).workshop.is_some();
                if may { Ok(()) } else { Err(NoPlace::Workshop) }
            }
            _ => self.check_observatory(team, kind),
        }
    }

    /// AR-R21: the Astrologer's Leader, and then two others.
    fn check_observatory(&self, team: u8, kind: Kind) -> Result<(), NoPlace> {
        if self.phase != Phase::Place {
            return Err(NoPlace::Observatory);
        }
        if matches!(self.power_of_kind(team, kind), Some(Power::PlaceLate(_))) {
            return Ok(());
        }
        let leads = |figure: Figure| match self.power_of(figure) {
            Some(Power::PlaceLate(n)) => Some(n),
            _ => None,
        };
        let room: u8 = self.figures.at(Spot::OBSERVATORY).filter_map(leads).sum();
        let others = self.figures.at(Spot::OBSERVATORY).filter(|figure| leads(*figure).is_none()).count();
        if others < usize::from(room) { Ok(()) } else { Err(NoPlace::Observatory) }
    }

    /// Whether a team may use the Coral Key.
    pub(crate) fn can_use_coral(&self, team: u8) -> bool {
        self.this_round.coral.is_none()
            && self.artifacts(team).any(|(_, effect)| effect == ArtifactEffect::PlaceFlooded)
    }

    /// The kinds of figures that a team can place next, in order.
    pub(crate) fn placeable(&self, team: u8) -> impl Iterator<Item = Kind> {
        let late = self.phase == Phase::Late;
        Kind::ALL.into_iter().filter(move |kind| {
            if late {
                self.figures.at(Spot::OBSERVATORY).any(|it| it.team == team && it.kind == *kind)
            } else {
                self.team(team).pool[kind.index()] > 0
            }
        })
    }

    /// AR-23: places a figure.
    pub(crate) fn place(&mut self, team: u8, kind: Kind, spot: Spot, turn: &mut Turn<'_, Event>) {
        let figure = Figure { team, kind, at: spot, pose: Pose::Up, cipher: false, extra: false };
        if self.phase == Phase::Late {
            let waiting = self.figures.at(Spot::OBSERVATORY).find(|it| it.team == team && it.kind == kind);
            let waiting = waiting.expect("the figure was judged to wait");
            self.figures.change(waiting, Figure { at: spot, ..waiting });
        } else {
            self.team_mut(team).pool[kind.index()] -= 1;
            self.figures.add(figure);
        }
        self.team_mut(team).picked = None;
        let flooded = spot.tile().is_some_and(|(peninsula, ring)| !self.is_dry(peninsula, ring));
        if flooded && kind != Kind::Automaton {
            self.this_round.coral = Some(spot);
        }
        turn.tell("AR-23", || Event::Placed { team, kind, spot });
    }

    /// AR-24: the figure that a recall would take back, if it may be.
    pub(crate) fn recallable(&self, team: u8, kind: Kind, spot: Spot) -> Option<Figure> {
        let own = |it: &Figure| it.team == team && it.kind == kind && !it.cipher;
        let figure = self.figures.at(spot).find(own)?;
        self.may_leave(figure).then_some(figure)
    }

    /// Whether a tile is not overcrowded when a figure leaves it: the Emissary's company goes first.
    pub(crate) fn may_leave(&self, figure: Figure) -> bool {
        let leads = matches!(self.power_of(figure), Some(Power::ExtraSpace(_)));
        let united = self.this_round.united & figure.at.bit() != 0;
        if !leads || united || figure.at.tile().is_none() {
            return true;
        }
        let crowd = Crowd::of(self, figure.team);
        !crowd.is_crowded(figure.at, self.content.tile(figure.at).spaces)
    }

    /// AR-24, AR-R81: takes a figure back.
    pub(crate) fn recall(&mut self, team: u8, kind: Kind, spot: Spot, turn: &mut Turn<'_, Event>) {
        let figure = self.recallable(team, kind, spot).expect("the figure was judged to be there");
        self.this_round.recalls[usize::from(team)] += 1;
        turn.tell("AR-24", || Event::Recalled { team, kind, spot });
        self.send_back(figure);
    }

    /// A figure goes back to its pool in phase 1, with those that cannot stay without it.
    fn send_back(&mut self, figure: Figure) {
        let Figure { team, kind, at: spot, .. } = figure;
        self.figures.remove(figure);
        self.team_mut(team).pool[kind.index()] += 1;
        self.ready = self.ready.without(Seats::one(Seat(team)));
        if self.this_round.coral == Some(spot) && kind != Kind::Automaton && !self.holds_flooded(team, spot) {
            self.this_round.coral = None;
        }
        // AR-76: the Automaton does not stay alone.
        let others = |it: Figure| it.team == team && it.kind != Kind::Automaton;
        if !self.figures.at(spot).any(others) {
            let left = self.figures.at(spot).find(|it| it.team == team);
            if let Some(left) = left {
                self.figures.remove(left);
                self.team_mut(team).pool[Kind::Automaton.index()] += 1;
            }
        }
        // AR-R21: the Observatory is open to others only while the Astrologer's Leader is there.
        if spot == Spot::OBSERVATORY {
            while self.observatory_is_over() {
                let leads = |it: &Figure| matches!(self.power_of(*it), Some(Power::PlaceLate(_)));
                let last = self.figures.at(spot).filter(|it| !leads(it)).last();
                let last = last.expect("somebody is there without room");
                self.figures.remove(last);
                self.team_mut(last.team).pool[last.kind.index()] += 1;
                self.ready = self.ready.without(Seats::one(Seat(last.team)));
            }
        }
    }

    fn holds_flooded(&self, team: u8, spot: Spot) -> bool {
        self.figures.at(spot).any(|it| it.team == team && it.kind != Kind::Automaton)
    }

    fn observatory_is_over(&self) -> bool {
        let leads = |figure: Figure| match self.power_of(figure) {
            Some(Power::PlaceLate(n)) => Some(n),
            _ => None,
        };
        let there = || self.figures.at(Spot::OBSERVATORY);
        let room: u8 = there().filter_map(leads).sum();
        there().filter(|figure| leads(*figure).is_none()).count() > usize::from(room)
    }

    /// AR-R05: the figure of a team that the starting player can send away from a spot.
    pub(crate) fn overrulable(&self, team: u8, spot: Spot) -> Option<Figure> {
        let anyone = self.this_round.overruled.iter().any(|spots| spots & spot.bit() != 0);
        let disputed = spot.tile().is_some() || spot.blueprint().is_some() || spot == Spot::BUILD;
        if anyone || !disputed || team == self.start.0 {
            return None;
        }
        let of = |kind: Kind| self.figures.at(spot).find(|it| it.team == team && it.kind == kind);
        let kinds = [Kind::Volunteer, Kind::Follower, Kind::Hologram, Kind::Leader];
        let figure = kinds.into_iter().find_map(of)?;
        self.may_leave(figure).then_some(figure)
    }

    /// AR-R05: the starting player clears a space.
    pub(crate) fn overrule(&mut self, team: u8, spot: Spot, turn: &mut Turn<'_, Event>) {
        let figure = self.overrulable(team, spot).expect("the figure was judged to be there");
        self.this_round.overruled[usize::from(team)] |= spot.bit();
        turn.tell("AR-R05", || Event::Overruled { team, kind: figure.kind, spot });
        self.send_back(figure);
    }
}
