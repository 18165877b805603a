// Health check of the container (deploy/Containerfile). Uses TLS if the shop has a certificate, but does not verify it,
// because the certificate names the host that the proxy uses instead of the loopback address.
const scheme = process.env.TLS_CERT_FILE ? 'https' : 'http';
const { get } = await import(`node:${scheme}`);
const address = `${scheme}://127.0.0.1:${process.env.PORT}/healthz`;
get(address, { rejectUnauthorized: false }, ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1)).on(
  'error',
  () => process.exit(1),
);
