//! What must agree in the project: the header, the exports, the layers of the sources, the archives.

mod contract;
mod dist;
mod header;
mod layers;
