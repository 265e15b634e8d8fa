//! A listener whose queue is full: whoever connects waits, and is not refused.

use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};

use socket2::{Domain, Socket, Type};

pub struct Stuck {
    address: SocketAddr,
    _listener: Socket,
    _caller: TcpStream,
}

impl Stuck {
    /// Whether this system lets callers wait, and shows them waiting.
    pub const CAN_BE_MADE: bool = cfg!(target_os = "linux");

    pub fn at(address: SocketAddr) -> Stuck {
        let listener = Socket::new(Domain::IPV4, Type::STREAM, None).unwrap();
        listener.set_reuse_address(true).unwrap();
        listener.bind(&address.into()).unwrap();
        listener.listen(0).unwrap();
        let caller = TcpStream::connect(address).unwrap();
        Stuck {
            address,
            _listener: listener,
            _caller: caller,
        }
    }

    /// False when nobody comes.
    pub fn wait_for_a_caller(&self) -> bool {
        // As /proc/net/tcp has it: the remote address, and the state in which a connection is asked for.
        let waiting = format!("0100007F:{:04X} 02", self.address.port());
        let end = Instant::now() + Duration::from_secs(10);
        while Instant::now() < end {
            let table = std::fs::read_to_string("/proc/self/net/tcp").unwrap();
            if table.contains(&waiting) {
                return true;
            }
            std::thread::yield_now();
        }
        false
    }
}
