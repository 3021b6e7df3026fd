//! Zones: what a clock shows at an instant, and what the zone is called then.

use jiff::Timestamp;
use jiff::tz::{TimeZone, TimeZoneDatabase};
use std::rc::Rc;
use std::sync::OnceLock;

/// `time.Location`.
#[derive(Clone, Debug, PartialEq)]
pub enum Location {
    /// UTC.
    Utc,
    /// The zone of the system: what the variable `TZ` names, else the system's setting, else UTC.
    Local,
    /// A zone of the database.
    Named(Rc<TimeZone>),
    /// A zone with one offset, in seconds, for all times; the name may be empty.
    Fixed(Rc<str>, i64),
}

impl Location {
    /// The zone of that name in the zone database; the empty name is UTC.
    ///
    /// The database is a part of the program, so that a render does not depend on the machine.
    #[must_use]
    pub fn load(name: &[u8]) -> Option<Location> {
        match name {
            b"" | b"UTC" => return Some(Location::Utc),
            b"Local" => return Some(Location::Local),
            _ => {}
        }
        let name = std::str::from_utf8(name).ok()?;
        let zone = database().get(name).ok()?;
        // The names are files elsewhere, so their case matters.
        (zone.iana_name() == Some(name)).then(|| Location::Named(Rc::new(zone)))
    }

    /// A zone with one offset, in seconds.
    #[must_use]
    pub fn fixed(name: &str, offset: i64) -> Location {
        Location::Fixed(name.into(), offset)
    }

    /// The name of the zone itself.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Location::Utc => "UTC",
            Location::Local => local().iana_name().filter(|_| local_is_named()).unwrap_or("Local"),
            Location::Named(zone) => zone.iana_name().unwrap_or_default(),
            Location::Fixed(name, _) => name,
        }
    }

    fn zone(&self) -> Option<&TimeZone> {
        match self {
            Location::Local => Some(local()),
            Location::Named(zone) => Some(zone),
            Location::Utc | Location::Fixed(..) => None,
        }
    }

    /// The offset to UTC in seconds at an instant.
    pub(super) fn offset_at(&self, seconds: i64) -> i64 {
        match self {
            Location::Utc => 0,
            Location::Fixed(_, offset) => *offset,
            _ => self.zone().map_or(0, |zone| i64::from(zone.to_offset(timestamp(seconds)).seconds())),
        }
    }

    /// What the zone is called at an instant.
    pub(super) fn abbreviation_at(&self, seconds: i64) -> String {
        match self {
            Location::Utc => "UTC".into(),
            Location::Fixed(name, _) => name.to_string(),
            _ => self.info(seconds).map_or_else(String::new, |(name, _, _)| name),
        }
    }

    /// Whether summer time is in force at an instant.
    pub(super) fn is_dst(&self, seconds: i64) -> bool {
        self.info(seconds).is_some_and(|(_, _, dst)| dst)
    }

    fn info(&self, seconds: i64) -> Option<(String, i64, bool)> {
        let info = self.zone()?.to_offset_info(timestamp(seconds));
        Some((info.abbreviation().to_owned(), i64::from(info.offset().seconds()), info.dst().is_dst()))
    }

    /// The offset of the zone when it is called `name`: the one in force at `seconds` by that name's
    /// own clock if there is one, else the first it ever had.
    pub(super) fn offset_of(&self, name: &str, seconds: i64) -> Option<i64> {
        match self {
            Location::Utc => return (name == "UTC").then_some(0),
            Location::Fixed(own, offset) => return (&**own == name).then_some(*offset),
            _ => {}
        }
        let known = self.offsets_called(name);
        let in_force = known.iter().find_map(|offset| {
            let (called, offset, _) = self.info(seconds.wrapping_sub(*offset))?;
            (called == name).then_some(offset)
        });
        in_force.or_else(|| known.first().copied())
    }

    /// All offsets the zone has had under a name until 2100, the first one first.
    fn offsets_called(&self, name: &str) -> Vec<i64> {
        const YEAR_2100: i64 = 4_102_444_800;
        let Some(zone) = self.zone() else { return Vec::new() };
        let first = self.info(i64::MIN).filter(|(called, _, _)| called == name).map(|(_, offset, _)| offset);
        let mut offsets: Vec<i64> = first.into_iter().collect();
        for change in zone.following(Timestamp::MIN).take_while(|t| t.timestamp().as_second() < YEAR_2100) {
            let offset = i64::from(change.offset().seconds());
            if change.abbreviation() == name && !offsets.contains(&offset) {
                offsets.push(offset);
            }
        }
        offsets
    }
}

fn database() -> &'static TimeZoneDatabase {
    static DATABASE: OnceLock<TimeZoneDatabase> = OnceLock::new();
    DATABASE.get_or_init(TimeZoneDatabase::bundled)
}

fn local() -> &'static TimeZone {
    static LOCAL: OnceLock<TimeZone> = OnceLock::new();
    LOCAL.get_or_init(|| TimeZone::try_system().unwrap_or(TimeZone::UTC))
}

/// Whether the local zone was chosen by name; the one of the system is just called `Local`.
#[expect(clippy::disallowed_methods, reason = "the local zone belongs to the process, as the zone library reads it")]
fn local_is_named() -> bool {
    std::env::var_os("TZ").is_some()
}

/// The instant, or the last one that the zone library knows.
fn timestamp(seconds: i64) -> Timestamp {
    let seconds = seconds.clamp(Timestamp::MIN.as_second() + 1, Timestamp::MAX.as_second());
    Timestamp::from_second(seconds).unwrap_or(Timestamp::UNIX_EPOCH)
}
