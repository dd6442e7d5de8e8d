// The leanest proxy one can write: what comes is piped through, unread. The lower bound for `fw serve`.
import http from "node:http";

const target = new URL(process.argv[2]);
const agent = new http.Agent({ keepAlive: true });
const server = http.createServer((request, response) => {
  const onward = http.request(
    {
      agent,
      host: target.hostname,
      port: target.port,
      path: request.url,
      method: request.method,
      headers: request.headers,
    },
    (answer) => {
      response.writeHead(answer.statusCode, answer.headers);
      answer.pipe(response);
    },
  );
  onward.on("error", () => response.destroy());
  request.pipe(onward);
});
server.keepAliveTimeout = 120_000;
server.listen(0, "127.0.0.1", () => console.log(`Listening on http://127.0.0.1:${server.address().port}`));
