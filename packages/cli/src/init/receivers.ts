export const EVENTS_PATH = '/goodword/events'

export type ServerFramework = 'express' | 'fastify' | 'hono'

type Written = {
  /** The line that creates the server; its first group is the name of the server, by default that of the framework. */
  readonly created: RegExp
  /** The line that adds the receiver to the server. */
  readonly use: (server: string) => string
  /** The import of the receiver's module beside `@goodword/client`, by the name of the package. */
  readonly imports: { readonly from: string; readonly name: string; readonly isTypeAlone?: true }
  readonly receiver: (isTypeScript: boolean) => string
}

const declared = String.raw`^\s*(?:export\s+)?(?:const|let|var)\s+(\w+)\s*(?::[^=]*)?=\s*`

const handled = `// An event can come more than once, with the same id each time.
  console.log(\`Goodword: \${event.type} \${event.id}\`);`

export const serverFrameworks: Readonly<Record<ServerFramework, Written>> = {
  express: {
    created: new RegExp(String.raw`${declared}express\(\)`),
    use: (server) => `${server}.use(goodwordEvents);`,
    imports: { from: 'express', name: 'express' },
    // Versions before 4.17 have no parser of texts, and before 5 an error of an asynchronous handler ends the process.
    receiver: (isTypeScript) => `
/** Receives events. It stands before express.json(), because a signature is that of the body as it arrived. */
EXPORT const goodwordEvents = express.Router();
goodwordEvents.post('${EVENTS_PATH}', (request, response, next) => {
  receive(request).then((status) => response.sendStatus(status), next);
});

async function receive(request${isTypeScript ? ': express.Request' : ''}) {
  let body = '';
  for await (const part of request.setEncoding('utf8')) {
    body += part;
    if (body.length > 1_000_000) return 413;
  }
  const secret = required('GOODWORD_WEBHOOK_SECRET');
  const event = await verifyEvent(body, request.headers, { secret });
  if (event === null) return 400;
  ${handled}
  return 204;
}
`,
  },
  fastify: {
    // An application of fastify-cli is a plugin, with a place for one's own lines.
    created: new RegExp(
      String.raw`${declared}(?:[fF]astify|require\(['"]fastify['"]\))\(|^\s*// Place here your custom code!`,
    ),
    use: (server) => `${server}.register(goodwordEvents);`,
    imports: { from: 'fastify', name: '{ FastifyInstance }', isTypeAlone: true },
    receiver: (isTypeScript) => `
/** Receives events. In this plugin alone bodies stay text, because a signature is that of the body as it arrived. */
EXPORT async function goodwordEvents(server${isTypeScript ? ': FastifyInstance' : ''}) {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  server.post('${EVENTS_PATH}', async (request, reply) => {
    const secret = required('GOODWORD_WEBHOOK_SECRET');
    const event = await verifyEvent(String(request.body ?? ''), request.headers, { secret });
    if (event === null) return reply.code(400).send();
  ${handled.replaceAll('\n', '\n  ').replace('// An', '  // An')}
    return reply.code(204).send();
  });
}
`,
  },
  hono: {
    created: new RegExp(String.raw`${declared}new\s+(?:OpenAPI)?Hono(?:<.*>)?\(`),
    use: (server) => `${server}.route('/', goodwordEvents);`,
    imports: { from: 'hono', name: '{ Hono }' },
    receiver: () => `
/** Receives events. */
EXPORT const goodwordEvents = new Hono();
goodwordEvents.post('${EVENTS_PATH}', async (context) => {
  const secret = required('GOODWORD_WEBHOOK_SECRET');
  const event = await verifyEvent(await context.req.text(), context.req.raw.headers, { secret });
  if (event === null) return context.body(null, 400);
  ${handled}
  return context.body(null, 204);
});
`,
  },
}

const clientText = `
/** Calls to Goodword, on the server only. */
EXPORT const goodword = createClient({
  baseUrl: required('GOODWORD_URL'),
  tenantAlias: required('GOODWORD_TENANT'),
  apiKey: required('GOODWORD_API_KEY'),
});
`

const requiredText = (type: string) => `
function required(name${type})${type} {
  const value = process.env[name];
  if (!value) throw new Error(\`\${name} is not set: see .env.example\`);
  return value;
}
`

/** The module with the client and the receiver of a server. */
export function receiverText(framework: ServerFramework, isTypeScript: boolean, isModule: boolean): string {
  const { imports, receiver } = serverFrameworks[framework]
  const body = `${clientText}${receiver(isTypeScript)}${requiredText(isTypeScript ? ': string' : '')}`
  const isImported = isTypeScript || imports.isTypeAlone !== true
  if (!isTypeScript && !isModule) {
    const required = isImported ? `const ${imports.name} = require('${imports.from}');\n` : ''
    return `const { createClient, verifyEvent } = require('@goodword/client');
${required}${body.replaceAll('EXPORT ', '')}
module.exports = { goodword, goodwordEvents };
`
  }
  const type = imports.isTypeAlone === true ? 'type ' : ''
  const imported = isImported ? `import ${type}${imports.name} from '${imports.from}';\n` : ''
  return `import { createClient, verifyEvent } from '@goodword/client';
${imported}${body.replaceAll('EXPORT', 'export')}`
}
