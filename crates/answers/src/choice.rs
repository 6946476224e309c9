//! Choices: enumerations whose variants have names in requests, answers and files.

/// Defines an enumeration whose variants have these names.
macro_rules! choice {
    ($(#[$about:meta])* $choice:ident { $($(#[$doc:meta])* $variant:ident = $name:tt,)* }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Deserialize, serde::Serialize, utoipa::ToSchema)]
        #[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
        pub enum $choice {
            $(
                $(#[$doc])*
                #[cfg_attr(feature = "clap", value(name = $name))]
                #[serde(rename = $name)]
                $variant,
            )*
        }

        impl $choice {
            /// Returns the name in requests, answers and files.
            pub fn name(self) -> &'static str {
                [$($name),*][self as usize]
            }
        }
    };
}
