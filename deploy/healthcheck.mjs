// Whether the shop in this container lives, by TLS where it has a certificate: deploy/Containerfile. That is issued to
// the name by which the proxy knows it, and in here nobody stands between.
const scheme = process.env.TLS_CERT_FILE ? 'https' : 'http';
const { get } = await import(`node:${scheme}`);
const address = `${scheme}://127.0.0.1:${process.env.PORT}/healthz`;
get(address, { rejectUnauthorized: false }, ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1)).on(
  'error',
  () => process.exit(1),
);
