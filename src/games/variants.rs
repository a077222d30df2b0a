//! The run-time list of variants.

// Everything, so that a new game is one line here: its own.
use super::*;

/// A generic function over a variant's static type; see [`Variant::visit`].
pub trait Visitor {
    /// The result.
    type Output;
    /// Called with the variant's type.
    fn visit<G: Notation>(self) -> Self::Output;
}

/// Writes the run-time list of variants: identifier, name, title and type of each.
macro_rules! variants {
    ($($id:ident: $name:literal, $title:literal, $game:ty;)*) => {
        /// The games that can be played, by name.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Variant { $(#[doc = $title] $id),* }

        impl Variant {
            /// Every variant, the default one first.
            pub const ALL: &'static [Variant] = &[$(Variant::$id),*];

            /// The name users type.
            pub const fn name(self) -> &'static str {
                match self { $(Variant::$id => $name),* }
            }

            /// The name for display.
            pub const fn title(self) -> &'static str {
                match self { $(Variant::$id => $title),* }
            }

            /// Calls generic code with the variant's type.
            pub fn visit<V: Visitor>(self, visitor: V) -> V::Output {
                match self { $(Variant::$id => visitor.visit::<$game>()),* }
            }
        }
    };
}

impl Variant {
    /// Finds a variant by name, ignoring case.
    pub fn find(name: &str) -> Option<Variant> {
        let matches = |v: &Variant| v.name().eq_ignore_ascii_case(name);
        Variant::ALL.iter().copied().find(matches)
    }

    /// The rules of this variant that users may change.
    pub fn rule_options(self) -> &'static [RuleOption] {
        struct List;
        impl Visitor for List {
            type Output = &'static [RuleOption];
            fn visit<G: Notation>(self) -> Self::Output {
                G::rule_options()
            }
        }
        self.visit(List)
    }

    /// Whether players have private information.
    pub fn hidden(self) -> bool {
        struct Ask;
        impl Visitor for Ask {
            type Output = bool;
            fn visit<G: Notation>(self) -> bool {
                G::Information::HIDDEN
            }
        }
        self.visit(Ask)
    }

    /// The names of the ways to set up, the usual start position first.
    pub fn set_ups(self) -> Vec<&'static str> {
        struct List;
        impl Visitor for List {
            type Output = Vec<&'static str>;
            fn visit<G: Notation>(self) -> Self::Output {
                G::SET_UPS.iter().map(|set_up| set_up.name).collect()
            }
        }
        self.visit(List)
    }

    /// The name of the set-up that matches begin with unless the user names another.
    pub fn match_set_up(self) -> &'static str {
        struct Ask;
        impl Visitor for Ask {
            type Output = &'static str;
            fn visit<G: Notation>(self) -> Self::Output {
                G::SET_UPS[G::MATCH_SET_UP].name
            }
        }
        self.visit(Ask)
    }
}

variants! {
    Pijersi: "pijersi", "Pijersi on 45 spaces", pijersi::Position<pijersi::Board45>;
    Pijersi51: "pijersi51", "Pijersi on 51 spaces", pijersi::Position<pijersi::Board51>;
    Jersi: "jersi", "Jersi 4.8 on 69 cells", jersi::Position<jersi::Classic>;
    JersiNoDrop: "jersi-nodrop", "Jersi without drops", jersi::Position<jersi::NoDrop>;
    JersiRansom: "jersi-ransom", "Jersi with a ransom for captured kings", jersi::Position<jersi::Ransom>;
    Bloch: "bloch", "Bloch's hidden-piece game", bloch::Position;
}
