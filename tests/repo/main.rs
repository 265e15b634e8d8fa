//! What must agree in the project: the contract, the layers of the sources, the archive; README and manual.

mod contract;
mod dist;
mod layers;
mod manual;
mod sizes;
mod version;
