// Health check of the container (deploy/Containerfile), over TLS if there is a certificate. The certificate is for the
// name that the proxy uses, so it is not verified on the loopback address.
const scheme = process.env.TLS_CERT_FILE ? 'https' : 'http';
const { get } = await import(`node:${scheme}`);
const address = `${scheme}://127.0.0.1:${process.env.PORT}/healthz`;
get(address, { rejectUnauthorized: false }, ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1)).on(
  'error',
  () => process.exit(1),
);
