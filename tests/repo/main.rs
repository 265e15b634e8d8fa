//! What must agree in the project: the header, the exports, the layers of the sources, the archives; README and manual.

mod contract;
mod dist;
mod header;
mod layers;
mod manual;
mod schema;
mod sizes;
