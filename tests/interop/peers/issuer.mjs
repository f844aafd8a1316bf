// An issuer of tokens, by a library of others: node issuer.mjs PORT. Its client is a program, which gets tokens for
// itself, for the resource that it names, as the person that it is called after.
import Provider from "oidc-provider";

const port = Number(process.argv[2]);
const PERSON = "demo";
const provider = new Provider(`http://127.0.0.1:${port}`, {
  clients: [
    {
      client_id: PERSON,
      client_secret: "of-the-tests",
      grant_types: ["client_credentials"],
      redirect_uris: [],
      response_types: [],
    },
  ],
  features: {
    clientCredentials: { enabled: true },
    devInteractions: { enabled: false },
    resourceIndicators: {
      enabled: true,
      getResourceServerInfo: (_, resource) => ({
        scope: "read run",
        audience: resource,
        accessTokenFormat: "jwt",
        jwt: { sign: { alg: "RS256" } },
      }),
    },
  },
  scopes: ["read", "run"],
});
provider.listen(port, "127.0.0.1");
