using System.Collections.Generic;

namespace HealthRecord
{
    /// <summary>
    /// By what a patient is searched: one to four traits, passed as given, since the interface does not show their formats.
    /// What is null is left out. ToString shows none of them.
    /// </summary>
    public sealed class Traits
    {
        /// <summary>Last name.</summary>
        public string Nom { get; set; }
        /// <summary>First name.</summary>
        public string Prenom { get; set; }
        /// <summary>Birth date.</summary>
        public string DateNaissance { get; set; }
        /// <summary>Sex.</summary>
        public string Sexe { get; set; }

        internal string ToJson()
        {
            var members = new List<string>();
            Configuration.Add(members, "nom", JsonValue.Quote(Nom));
            Configuration.Add(members, "prenom", JsonValue.Quote(Prenom));
            Configuration.Add(members, "date_naissance", JsonValue.Quote(DateNaissance));
            Configuration.Add(members, "sexe", JsonValue.Quote(Sexe));
            return "{" + string.Join(",", members) + "}";
        }

        // A patient keeps the traits of its search, whatever the program does with its own object.
        internal Traits Copy()
        {
            return (Traits)MemberwiseClone();
        }
    }
}
