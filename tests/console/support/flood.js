// Many requests in little time, over a few connections that stay open.

const CONNECTIONS = 8;

export async function flood(address, count) {
  let left = count;
  const some = async () => {
    while (left > 0) {
      left -= 1;
      await (await fetch(address, { method: 'POST' })).text();
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, some));
}
