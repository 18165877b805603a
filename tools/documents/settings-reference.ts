export type SettingGroup = { title: string; about?: string; settings: Record<string, string> };

/** One plain sentence or more for every setting of the server; docs/reference/settings.md is made from it. */
export const settingGroups: SettingGroup[] = [
  {
    title: 'Where the shop runs',
    settings: {
      NODE_ENV:
        'With `production` the server refuses demo providers and missing secrets, and logs every request. An https `PUBLIC_URL` and live Stripe keys are production, too, whatever stands here; only `test` pretends to such an address.',
      DEMO: 'In production, `1` says that this is a demonstration: the sandbox, the demo phone and generated secrets are allowed. It does not go with live Stripe keys.',
      HOST: 'The address the server listens on; `0.0.0.0` or `::` for all of them.',
      PORT: 'The port the server listens on.',
      TLS_CERT_FILE:
        'A file with the certificate that the server shows on `PORT` and `METRICS_PORT`, as PEM text, and behind it those that issued it. With it and its key both ports speak TLS (1.2 and 1.3) and nothing else. A renewed file is taken up within a minute, without a restart. In production it is needed unless `HOST` is of this machine. See [TLS and proxies](../how-to/tls-and-proxies.md).',
      TLS_KEY_FILE: 'A file with the key of that certificate, as PEM text, which only the server may read.',
      NETWORK:
        '`encrypted` says that whatever lies between your machines is encrypted already, as by WireGuard or a service mesh. Production then also takes plain connections of other machines on `PORT`, and makes plain ones to PostgreSQL, Photon and an OpenTelemetry collector. With `open` it refuses to start so, unless `DEMO=1`. Providers are reached by https whatever stands here.',
      OTEL_EXPORTER_OTLP_ENDPOINT:
        'Where an OpenTelemetry collector takes traces by OTLP over HTTP, such as `http://127.0.0.1:4318`; by https on another machine. Without it none are kept. Its other `OTEL_` variables hold as OpenTelemetry has them.',
      METRICS_PORT:
        'Another port that answers `GET /metrics`, and `GET /readyz` with its details, to whoever reaches it, and nothing else: keep it off the internet. It speaks TLS where `TLS_CERT_FILE` is set. Production answers them nowhere else; otherwise `PORT` answers them to programs on the same machine while this is not set.',
      METRICS_CA_FILE:
        'A file with the certificate of an authority, as PEM text: `METRICS_PORT` then answers only programs that show a certificate of it. Without it whoever reaches that port is answered.',
      PUBLIC_URL:
        "The shop's address as phones and providers see it, such as `https://shop.example`. It stands in messages, links and callbacks. Without it the address is made from `HOST` and `PORT`, with https where `TLS_CERT_FILE` is set.",
      TRUST_PROXY:
        'Who is believed about who asks (`X-Forwarded-For`): `none`; a number of proxies, such as `1`, or `2` for a CDN and a balancer; or the addresses and networks of your proxies, such as `10.0.0.0/8, 203.0.113.9` or `loopback`. In production with an https `PUBLIC_URL` it must be set. **Behind a proxy that is not believed, everyone looks like the proxy: all customers are one sender to every limit.** With a number but without that many proxies, anybody can invent a sender and pass every limit. See [TLS and proxies](../how-to/tls-and-proxies.md).',
      DATA_DIR:
        'The folder of the embedded database, generated secrets, rendered pictures and the socket of the commands.',
      DATABASE_URL:
        'A PostgreSQL server in place of the embedded database: `postgres://user:password@host:5432/name`. On another machine, production reaches it by TLS alone: `?sslmode=verify-full`, with `&sslrootcert=FILE` for an authority of your own. Several servers of which one takes writes: `postgres://user:password@one:5432,two:5432/name?target_session_attrs=read-write`.',
      DATABASE_OWNER_URL:
        'The same PostgreSQL as another role, to which the tables belong: a start changes them as that role, and lets the one of `DATABASE_URL` read and write rows, and no more. Without it the role of `DATABASE_URL` owns the tables. See [deploy](../how-to/deploy.md#a-role-that-owns-nothing).',
      DATABASE_CONNECTIONS:
        'Connections to PostgreSQL that one server opens at most for calls and jobs; it has two more for notices.',
      DRAIN_SECONDS:
        'Seconds after SIGTERM in which `/readyz` answers 503 and the shop still serves, so that a balancer goes elsewhere before it closes.',
      SECRETS_DIR:
        'A folder in which settings stand as files, each named as its setting, such as `SESSION_SECRET`: where systemd, Podman or Kubernetes hand over their secrets. A variable that is set goes before its file. See [deploy](../how-to/deploy.md#secrets).',
      SESSION_SECRET:
        'Signs sign-in links, codes and challenges; at least 32 characters, needed in production. Without it one is made and kept in `DATA_DIR`. Changed without `SESSION_SECRET_PREVIOUS` it is refused at the start. In a shop from before `CARD_KEYS` it has sealed gift cards, too: **keep it until `npm run keys -- check` says that none needs the key `session`**. All servers of one shop share it.',
      SESSION_SECRET_PREVIOUS:
        'The secret that `SESSION_SECRET` was before: what it has signed holds to its end. See [rotate keys](../how-to/rotate-keys.md).',
      CARD_KEYS:
        'The keys that seal code, PIN and link of every gift card: `id:secret,id:secret`, secrets of at least 32 characters. The first one seals, each opens what it has sealed. Needed in production; without it one is made and kept in the file `card-keys` in `DATA_DIR`. **Lost, the cards that it has sealed can never be opened again: back it up apart from the database.** All servers of one shop share it. See [rotate keys](../how-to/rotate-keys.md).',
      LOG_LEVEL:
        'How much is logged. Unset it is `info` in production, which logs every request, and `warn` elsewhere. `silent` also hides errors about payments and refunds that an operator must see; `debug` and `trace` write a lot and are for finding an error. Tokens, codes and the secret part of links are masked at every level.',
    },
  },
  {
    title: 'What the shop is',
    settings: {
      BRAND:
        'The gift card store or the product store. Each has a build of its own; `npm start` makes the one asked for.',
      SEED: '`demo` fills an empty database with the demonstration catalogue; `none` leaves it empty.',
      SHOP_NAME:
        'The short name of the shop, with which texts and mails to customers begin and under which phones keep passkeys; at most 30 characters.',
      OPERATOR_NAME:
        'Who runs this installation, as the legal pages and receipts say it. Needed with live Stripe keys.',
      OPERATOR_ABN: "The operator's ABN, as the legal pages and receipts say it. Needed with live Stripe keys.",
      OPERATOR_CONTACT: 'How customers reach the operator. Needed with live Stripe keys.',
      OFFLINE:
        '`off` removes the offline shop: every phone deletes its service worker and its copies at its next visit.',
      PICTURES_AHEAD:
        '`1` draws the pictures of the first pages ahead, after a start and when products come in, one at a time; `0` draws each when it is first asked for.',
      CARD_MAX_VALUE:
        'What one gift card is worth at most, in dollars. Amounts above it are not offered and cannot be bought, whatever the seller allows.',
      GIFT_COUNTRIES:
        'Countries that gift cards may be sent to, by their codes of two letters, such as `AU,NZ`; `all` for every country. Texts abroad cost more, and are what toll fraud lives on: open what you need.',
      REDEMPTION_NOTICE_FROM:
        'From this amount in dollars on, the holder of a gift card gets a text about each redemption, and about what is put back of it, at once, also at night and after STOP. `0` for every redemption, `off` for none.',
      CURRENCY_RATE_USD:
        'How many Australian dollars one US dollar costs. Customers of the United States see prices divided by it. **It is for display only and nothing updates it by itself: charges are always in AUD**, so a rate that is out of date shows a price that the bank will not confirm.',
    },
  },
  {
    title: 'Orders that wait for a decision',
    about: 'Rules hold an order for the operator; see [decide held orders](../how-to/decide-held-orders.md).',
    settings: {
      APPROVAL_MAX_TOTAL: 'An order of more dollars than this is held.',
      APPROVAL_FIRST_ORDER_MAX:
        'The first order of a customer is held when it is of more dollars than this; `0` holds every first order. A customer has ordered before when an order was approved.',
      APPROVAL_ORDERS_PER_HOUR: 'The next order of a customer with this many within an hour is held.',
      APPROVAL_DECLINES:
        'An order after this many declined payments within an hour is held. A challenge of the bank that was left unanswered counts.',
      APPROVAL_GIFTS_PER_DAY:
        'An order is held when its customer, or one of its recipients, comes to more dollars of gift cards than this within 24 hours. The order itself counts, refused and refunded ones do not. `0` switches the rule off.',
      APPROVAL_GIFTS_PER_CARD:
        'The same for one payment card, whoever pays with it. With `PAYMENTS=stripe` the default is `1000`; in the sandbox everybody pays with the same few test cards.',
      APPROVAL_GIFTS_PER_NETWORK:
        'The same for one sender (see Limits). Many phones share the address of their carrier, so it is wide.',
      APPROVAL_MISMATCH:
        'What is held because the card does not match the customer: with `checks` an order of which the bank says that the postcode or the security code is another, with `all` also one whose card is of a country that is in neither address, with `off` none. Unless it is `off`, each payment is authorised first and charged when nothing mismatches; that of gift cards always is while `APPROVAL_GIFTS_PER_CARD` limits them.',
      REFUND_ALONE_MAX:
        'A refund of up to this many dollars takes the right `refunds.small`, a larger one `refunds.large`; see [operators](../how-to/operators.md). `0` asks for `refunds.large` always.',
      OPERATOR_MOBILE:
        'Gets a text about each held order, orders of sellers who cannot be reached, gift cards that were not delivered, sign-in codes that come near a cap, and books that do not add up or could not be checked; a number such as `+61412345678`.',
      OPERATOR_EMAIL:
        'Gets the same by mail, with the commands; needs `MAIL=smtp`. When both are empty nobody is notified, and a start in production logs a warning.',
    },
  },
  {
    title: 'Alarms',
    about:
      'What is wrong and lasts goes to `OPERATOR_MOBILE` and `OPERATOR_EMAIL`, and to software that posts it on; see ' +
      '[alarms](../how-to/alarms.md).',
    settings: {
      ALARM_WEBHOOK_URL: 'Where each alarm is posted to when it opens, goes on and ends; https.',
      ALARM_WEBHOOK_SECRET: '`whsec_` and 24 to 64 bytes in base64; signs what is posted.',
    },
  },
  {
    title: 'Limits',
    about:
      'A sender is an IPv4 address or a /64 network of IPv6 (see `TRUST_PROXY`). Many phones share the address of their carrier, so limits by address are wide. ' +
      'They are counted in the database, across all servers, but for challenges, searches and previews, which each process counts for itself. ' +
      'All senders of one /48 network of IPv6 together have twenty times as many calls, counted by each process. ' +
      'Those on calls hold for ten minutes; searches and previews have 240 in a minute, and previews are counted by customer.',
    settings: {
      CODE_SENDS_PER_MOBILE:
        'Sign-in codes to one mobile within an hour that new devices ask for; a device where a code was confirmed within 90 days has as many of its own. [049](../decisions/049-sign-in-that-nobody-can-lock.md) has all limits. **Every code costs money: raise the four `CODE_SENDS_...` limits only as far as you would pay for.** More means more texts for whoever types a number that is not theirs.',
      CODE_SENDS_PER_ADDRESS:
        'Sign-in codes that new devices of one sender ask for within ten minutes. Behind a proxy that `TRUST_PROXY` does not believe this is the limit of the whole shop.',
      CODE_SENDS_PER_PREFIX:
        'Sign-in codes within an hour to numbers that differ in their last four digits only: toll fraud uses runs of numbers bought together. Half of it is kept for known devices.',
      CODE_SENDS_PER_DAY:
        'Sign-in codes in all within 24 hours, the ceiling of what codes can cost. Half of it is kept for known devices. At 80 % of it, or of the other half, the operator has a message; at that limit new devices get no code until older sends leave the window.',
      CHALLENGES_PER_ADDRESS: 'Challenges of the human check for one sender.',
      SIGN_IN_CALLS_PER_ADDRESS: 'Calls of sign-in and registration by one sender.',
      CARD_ENTRIES_PER_ADDRESS: 'Cards typed into the sandbox by one sender.',
      READS_PER_ADDRESS:
        'Reads that are the same for everybody, and as many pages, of one sender in a minute; what is kept does not count.',
      PLACE_SEARCHES_PER_ADDRESS: 'Address searches by one sender; some providers bill each of them.',
      DECLINES_PER_ADDRESS:
        'After this many declined payments of one sender within ten minutes nobody pays by card from there; see [card testing](../how-to/card-testing.md).',
      DECLINES_PER_CARD: 'The same of one card, whoever pays with it.',
      DECLINE_ALARM:
        'After this many declined payments of the whole shop within ten minutes, if they are at least one in four of all, each payment by card needs the human check and the operator gets a message.',
      OPEN_ORDER_UNITS:
        'How many pieces one customer may have in orders that are being paid or wait for an operator: they are kept from others.',
      OPEN_ORDER_VALUE: 'How many dollars such orders of one customer may come to.',
    },
  },
  {
    title: 'Payments',
    about: 'See [connect Stripe](../how-to/connect-stripe.md).',
    settings: {
      PAYMENTS: 'Who charges cards; the sandbox charges nobody.',
      STRIPE_SECRET_KEY: 'The secret key of the test mode, or a restricted one.',
      STRIPE_PUBLISHABLE_KEY: "The publishable key of the test mode, for Stripe's script in the browser.",
      STRIPE_WEBHOOK_SECRET: 'The signing secret of the webhook endpoint of the test mode.',
      STRIPE_LIVE_ORIGIN:
        'The origin of the live shop, https; with `PUBLIC_URL` there, the `STRIPE_LIVE_...` keys are used.',
      STRIPE_LIVE_SECRET_KEY: 'The secret key of the live mode.',
      STRIPE_LIVE_PUBLISHABLE_KEY: 'The publishable key of the live mode.',
      STRIPE_LIVE_WEBHOOK_SECRET: 'The signing secret of the webhook endpoint of the live mode.',
      STRIPE_TIMEOUT_MS: 'How long one call to Stripe may take, 50 to 14000; there are at most two tries.',
      STRIPE_API_BASE: 'Where Stripe is, for tests.',
    },
  },
  {
    title: 'Messages',
    about:
      'See [Twilio](../how-to/connect-twilio.md), [ClickSend](../how-to/connect-clicksend.md) and ' +
      '[any gateway](../how-to/connect-any-gateway.md).',
    settings: {
      MESSAGES:
        'Who carries texts and picture messages; `phone` shows them on the demo phone. The others need `PUBLIC_URL`.',
      MESSAGE_PRICE:
        'What the carrier bills for one part of a text, in cents such as `7.9`; `npm run orders -- show` then says what ' +
        'the messages of an order cost.',
      MESSAGE_PICTURE_PRICE: 'The same for a picture message.',
      MESSAGE_SENDER_ID:
        'The name texts come from where a country allows one, 3 to 11 letters and digits; nobody can reply to it.',
      TWILIO_ACCOUNT_SID: '`AC` and 32 hexadecimal digits.',
      TWILIO_AUTH_TOKEN: 'Always needed with Twilio: its callbacks are signed with it.',
      TWILIO_API_KEY: 'An API key to call with in place of the token; goes together with its secret.',
      TWILIO_API_SECRET: 'The secret of that API key.',
      TWILIO_FROM: 'A number of yours, such as `+61491570156`.',
      TWILIO_MESSAGING_SERVICE_SID: '`MG` and 32 hexadecimal digits: a messaging service that chooses the number.',
      TWILIO_API_BASE: 'Where Twilio is, for tests.',
      CLICKSEND_USERNAME: 'The user name of the API credentials.',
      CLICKSEND_API_KEY: 'The key of the API credentials.',
      CLICKSEND_FROM: 'A number of your own; without it ClickSend sends from shared numbers.',
      CLICKSEND_HOOK_SECRET: '24 to 100 letters, digits, - and _ that stand in the addresses ClickSend calls back.',
      CLICKSEND_API_BASE: 'Where ClickSend is, for tests.',
      MESSAGE_GATEWAY_URL: 'With `MESSAGES=webhook`, where messages are posted to.',
      MESSAGE_GATEWAY_SECRET: '`whsec_` and 24 to 64 bytes in base64; signs what is posted and what is reported back.',
    },
  },
  {
    title: 'Human check',
    about: 'See [connect reCAPTCHA](../how-to/connect-recaptcha.md).',
    settings: {
      HUMAN_CHECK:
        'What keeps programs from asking for codes: `altcha` is proof of work on this server, `none` is for tests.',
      RECAPTCHA_SITE_KEY: 'The key that stands in pages.',
      RECAPTCHA_SECRET: 'The secret of the server.',
      RECAPTCHA_SCORE: '0 (a program) to 1 (a person); below it the check fails.',
      RECAPTCHA_URL: 'Where tokens are verified.',
    },
  },
  {
    title: 'Address search',
    about: 'See [connect an address search](../how-to/connect-places.md).',
    settings: {
      PLACES: 'Who completes addresses; `embedded` is a list of suburbs on this server.',
      GOOGLE_PLACES_KEY: 'A key for Places API (New).',
      GOOGLE_PLACES_URL: 'Where Google Places is, for tests.',
      PHOTON_URL:
        'Your own Photon server, such as `https://photon.internal:2322`; in production http leads to this machine alone, see `NETWORK`.',
    },
  },
  {
    title: 'Demo requests',
    about: 'See [connect Salesforce](../how-to/connect-salesforce.md).',
    settings: {
      LEADS: 'Where demo requests go: a table of the shop, or Salesforce.',
      SALESFORCE_OID: "The organisation's id, 15 or 18 characters.",
      SALESFORCE_LEADS_URL: 'Where the browser posts the form.',
    },
  },
  {
    title: 'Mail',
    about: 'See [connect mail](../how-to/connect-mail.md).',
    settings: {
      MAIL: '`smtp` sends receipts; `none` sends and queues nothing.',
      SMTP_URL: '`smtps://user:password@mail.example:465`, or `smtp://...:587`, which must offer STARTTLS.',
      MAIL_FROM: 'Who mail comes from, such as `Snowgum <receipts@snowgum.example>`.',
    },
  },
  {
    title: 'Rendered pictures',
    about: 'See [keep pictures in a bucket](../how-to/connect-s3.md).',
    settings: {
      FILES: 'Where rendered pictures are kept: the data folder, or a bucket that several servers share.',
      S3_BUCKET_URL: "The bucket's address, such as `https://s3.ap-southeast-2.amazonaws.com/my-bucket`.",
      S3_REGION: 'The region of the bucket; `auto` for R2.',
      S3_ACCESS_KEY_ID: 'A key that may get, put and list objects of this bucket.',
      S3_SECRET_ACCESS_KEY: 'The secret of that key.',
    },
  },
  {
    title: 'Phone wallets',
    about:
      'See [connect wallets](../how-to/connect-wallets.md). A wallet is set up as a whole or not at all. ' +
      'Certificates and keys are given as text or as the path of a file.',
    settings: {
      APPLE_PASS_TYPE_ID: 'The Pass Type ID, such as `pass.com.example.giftcard`.',
      APPLE_TEAM_ID: 'The ten characters of your team.',
      APPLE_PASS_CERTIFICATE: 'The certificate of that Pass Type ID, PEM.',
      APPLE_PASS_KEY: 'Its private key, PEM.',
      APPLE_PASS_KEY_PASSPHRASE: 'Only where that key is encrypted.',
      APPLE_WWDR_CERTIFICATE: "Apple's intermediate certificate, PEM.",
      APPLE_PUSH_URL: 'Where Apple takes pushes, for tests.',
      GOOGLE_WALLET_ISSUER_ID: "The issuer's number.",
      GOOGLE_WALLET_KEY: 'The JSON key of the service account.',
      GOOGLE_WALLET_URL: 'Where the API of Google Wallet is, for tests.',
      GOOGLE_TOKEN_URL: 'Where the service account gets its tokens, for tests.',
    },
  },
  {
    title: 'Developing and tests',
    about:
      'Production refuses the movable clock, the gallery and hot reload. Addresses of services that are sent a key, a name or a number ' +
      'begin with https; http leads to this machine alone, and never in production.',
    settings: {
      WEB: 'What the server serves beside the calls: the built shop, one with hot reload, the gallery, or nothing.',
      CLOCK: '`movable` lets `POST /clock` set the time.',
      CLOCK_FROM: 'With `CLOCK=movable`, the time at the start, such as `2026-11-02T01:00:00Z`.',
    },
  },
];

/** Variables that no server reads: builds, tests, measurements and the proxy do. */
export const otherVariables: Record<string, string> = {
  BUILD_BASE: 'The base image in which `deploy/Containerfile` builds.',
  RUN_BASE: 'The base image of what it makes.',
  NODE_EXTRA_CA_CERTS:
    'A file with authorities that Node itself believes beside the public ones, for https to your own machines.',
  SHOP_DOMAIN: 'The domain that `deploy/Caddyfile` serves.',
  SHOP_UPSTREAM: 'Where the server behind that proxy listens; unset it is 127.0.0.1:3000.',
  MODEL_ACTS: 'How many acts the money model compares; unset it is 100, and 1,000 in `npm run test:all`.',
  MODEL_SEED: 'The first seed of that model; unset it is `TEST_SEED`.',
  CHAOS_KILLS: 'How many servers the chaos test kills; unset it is 6, and 60 in `npm run test:all`.',
  CHAOS_SEED: 'The seed of that test; unset it is `TEST_SEED`.',
  TEST_SEED: 'The seed of everything that tests draw at random; unset it is the date, such as 20261128.',
  TEST_DATABASES: '`both` runs ordinary tests on PostgreSQL and on the embedded database.',
  TEST_ALL: '`1` runs tests at full size, as `npm run test:all` does.',
  E2E_BROWSER: '`system` runs browser tests in the Chromium or Chrome of the system.',
  TEST_DATABASE_URL: 'The PostgreSQL server of the tests; unset it is 127.0.0.1:5432 with user postgres.',
  CI: 'Set by build servers; the tests then fail without PostgreSQL instead of leaving it out.',
  FUZZ_SEED: 'The seed of the generated requests; unset it is `TEST_SEED`.',
  FUZZ_ROUNDS: 'Rounds of generated requests; unset it is 1, and 8 in `npm run test:all`.',
  WRITE_EXAMPLES: '`1` writes the examples of the API description anew.',
  VITE_GALLERY: '`1` builds the shop with the gallery.',
};
