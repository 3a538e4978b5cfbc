import { readdirSync } from 'node:fs'
import type { IForbiddenRuleType } from 'dependency-cruiser'

/** The packages that a package may import from; the rule holds for tests too. */
export const packageImports: Readonly<Record<string, readonly string[]>> = {
  domain: [],
  contract: ['domain'],
  server: ['contract', 'domain', 'mcp'],
  'client-script': ['contract', 'domain'],
  widget: ['contract'],
  browser: ['client-script'],
  react: ['browser'],
  vue: ['browser'],
  client: ['contract'],
  mcp: ['client', 'contract', 'domain'],
  // The server is for tests alone: the rule below.
  cli: ['client', 'mcp', 'server'],
  // The server is for tests alone, and so in the two after it.
  languages: ['contract', 'server'],
  zapier: ['client', 'contract', 'domain', 'server'],
  'n8n-nodes-goodword': ['client', 'contract', 'server'],
  portal: ['client', 'contract', 'domain'],
  'docs-site': ['contract'],
  testing: [],
}

/** Code that measurements and trials share: processes, load and reports. */
const laboratory = '^lab/trials/src/laboratory/'

/** The imports of workspaces beside the packages: packages by name, others by folder. No package imports from one of them. */
export const workspaceImports: Readonly<Record<string, readonly string[]>> = {
  'lab/bench': ['domain', 'server'],
  'lab/trials': ['domain', 'server'],
  'gateways/base': [],
  'gateways/braintree': ['gateways/base'],
  'gateways/stripe': ['gateways/base'],
  e2e: ['browser', 'client', 'contract', 'react', 'server', 'vue'],
  // It imports only packages that a merchant needs. Its tests pay at the local gateways.
  'examples/shop': ['client', 'gateways/braintree', 'gateways/stripe'],
}

/** The folders of the server: each may import from those after it. Only main.ts sees everything. */
const serverFolders = [
  'cli',
  'start',
  'jobs',
  'routes',
  'pages',
  'privacy',
  'administration',
  'files',
  'outbound',
  'reporting',
  'billing',
  'referring',
  'tracking',
  'frame',
  'connectors',
  'engine',
]

/** The folders of the portal: each may import from those after it. Only main.ts sees everything. */
const portalFolders = [
  'app',
  'pages',
  'routes',
  'layout',
  'clock',
  'lists',
  'forms',
  'session',
  'components',
  'format',
  'api',
]

/** The folders of the connectors. The SDK of a processor has its name. */
const connectorNames = readdirSync(new URL('../../packages/server/src/connectors/', import.meta.url), {
  withFileTypes: true,
}).flatMap((it) => (it.isDirectory() ? [it.name] : []))

const server = '^packages/server/src/'
/** Rows of the database, by subject: the only places of SQL beside the engine, which knows no subject. */
const rows = `${server}.+/rows/`
const engine = `${server}engine/`
/** Code that answers HTTP: operations of the API, other addresses of a subject, pages. */
const web = [
  `${server}.+/(endpoints[.]ts$|web/)`,
  `${server}(frame/http|pages|routes|start|cli)/`,
  `${server}main[.]ts$`,
]
const portal = '^packages/portal/src/'
const workspaceFolders = ['^packages/', ...Object.keys(workspaceImports).map((folder) => `^${folder}/`)]
const product = '^(packages|gateways)/'
/** Every package may use it, and only in its tests. */
const forTests = ['testing']
const testCode = ['[.](test|contract)[.]ts$', '^packages/testing/', '^(packages|gateways)/[^/]+/src/testing/']

export function isTestCode(path: string): boolean {
  return testCode.some((each) => new RegExp(each).test(path))
}

export const importRules: IForbiddenRuleType[] = [
  ...Object.entries({ ...packageImports, ...workspaceImports }).map(([name, allowed]) =>
    forbid(
      `${name.replace('/', '-')}-keeps-to-its-border`,
      { path: folderOf(name) },
      {
        path: workspaceFolders,
        pathNot: [
          ...[name, ...allowed, ...forTests].map(folderOf),
          ...(name === 'lab/bench' ? [laboratory] : []),
        ],
      },
    ),
  ),
  forbid(
    'the-laboratory-knows-no-trial',
    { path: laboratory },
    { path: '^lab/trials/src/', pathNot: laboratory },
  ),
  ...keepOrder('server', server, serverFolders),
  forbid(
    'server-config-reads-the-engine-alone',
    { path: `${server}config[.]ts$` },
    { path: server, pathNot: engine },
  ),
  forbid(
    'rows-know-rows-and-the-engine-alone',
    { path: rows, pathNot: testCode },
    { path: server, pathNot: [rows, engine] },
  ),
  forbid(
    'sql-stands-with-rows',
    { path: server, pathNot: [...testCode, rows, engine] },
    { path: `${engine}driver/statement[.]ts$`, dependencyTypesNot: ['type-only'] },
  ),
  forbid(
    'operations-know-no-http',
    { path: server, pathNot: [...testCode, ...web] },
    { path: `${server}frame/http/` },
  ),
  forbid(
    'only-the-table-of-connectors-knows-a-processor',
    { path: server, pathNot: [...testCode, `${server}connectors/`] },
    { path: `${server}connectors/[^/]+/` },
  ),
  ...keepOrder('portal', portal, portalFolders),
  forbid(
    'domain-is-pure',
    { path: '^packages/domain/', pathNot: testCode },
    // The library is pure as well: tables and functions.
    { pathNot: ['^packages/domain/src/', 'node_modules/tr46/'] },
  ),
  forbid(
    'client-needs-nothing',
    { path: '^packages/client/src/', pathNot: testCode },
    { pathNot: '^packages/client/src/' },
  ),
  forbid(
    'the-command-line-loads-no-server-code',
    { path: '^packages/cli/', pathNot: testCode },
    { path: server },
  ),
  forbid(
    'contract-needs-domain-and-typebox',
    { path: '^packages/contract/', pathNot: testCode },
    { pathNot: ['^packages/(contract|domain)/src/', 'node_modules/typebox/'] },
  ),
  forbid(
    'wire-shapes-stay-at-the-edges',
    { path: [rows, `${server}(engine|connectors|config[.]ts)`], pathNot: testCode },
    { path: '^packages/contract/' },
  ),
  forbid(
    'browser-code-takes-only-types-and-words-of-the-contract',
    { path: '^packages/(client-script|widget)/', pathNot: testCode },
    // Tokens and colors of a theme have no schemas, like words.
    {
      path: '^packages/contract/',
      pathNot: '/src/(words/|brand/tokens[.]ts$|pages/(color|theme-palette)[.]ts$)',
      dependencyTypesNot: ['type-only'],
    },
  ),
  forbid(
    // They are bundled for browsers.
    'words-need-nothing',
    { path: '^packages/contract/src/words/', pathNot: testCode },
    { pathNot: '^packages/contract/src/words/', dependencyTypesNot: ['type-only'] },
  ),
  forbid(
    'pages-take-only-types-of-the-script',
    { path: '^packages/browser/', pathNot: testCode },
    { path: '^packages/client-script/', dependencyTypesNot: ['type-only'] },
  ),
  forbid(
    'the-database-driver-stays-below',
    { path: product, pathNot: [...testCode, rows, engine] },
    { path: 'node_modules/((@types/)?pg|pg-[a-z-]+|kysely)/' },
  ),
  forbid(
    'the-web-framework-answers-http',
    {
      path: product,
      pathNot: [...testCode, ...web, '^gateways/[^/]+/src/(http|control|page)/'],
    },
    { path: 'node_modules/(fastify|@fastify)/' },
  ),
  ...connectorNames.map((name) =>
    forbid(
      `the-sdk-of-${name}-stays-in-its-connector`,
      { path: '^packages/server/', pathNot: [...testCode, `${server}connectors/${name}/`] },
      { path: `node_modules/(@types/)?${name}/` },
    ),
  ),
  forbid('test-code-stays-in-tests', { path: product, pathNot: testCode }, { path: testCode }),
  forbid(
    'development-tools-stay-out-of-the-product',
    {
      path: product,
      // The documentation is the whole output of `docs-site`.
      pathNot: [
        ...testCode,
        '^(packages|gateways)/[^/]+/(build|develop|vite-options)[.]ts$',
        '^packages/docs-site/',
      ],
    },
    // Peer dependencies of a package are installed here as tools, and a tool here may be a dependency of our packages.
    {
      dependencyTypes: ['npm-dev'],
      dependencyTypesNot: ['npm', 'npm-peer'],
      pathNot: 'node_modules/@types/',
    },
  ),
  forbid('every-package-is-declared', {}, { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] }),
  forbid(
    'every-import-resolves',
    // Packages of n8n are installed by the test that needs them, whose compiler resolves these.
    { pathNot: '^packages/n8n-nodes-goodword/((nodes|credentials|platform)/|src/testing/n8n-engine[.]ts$)' },
    { couldNotResolve: true },
  ),
  forbid('no-cycle', {}, { circular: true }),
  // Files that are sent to browsers as they are have no imports.
  forbid(
    'no-orphan',
    {
      orphan: true,
      path: [...workspaceFolders, '^scripts/'],
      // Types of plain JavaScript are found by their name, beside it.
      pathNot: [...testCode, '/page/assets/', '^packages/client-script/releases/', '[.]d[.]mts$'],
    },
    {},
  ),
]

/** Packages go by their name in the tables, everything else by its folder. */
function folderOf(name: string): string {
  return Object.hasOwn(packageImports, name) ? `^packages/${name}/` : `^${name}/`
}

/** None of these folders of `parent` imports from one before it. */
function keepOrder(name: string, parent: string, folders: readonly string[]): IForbiddenRuleType[] {
  return folders
    .slice(1)
    .map((folder, index) =>
      forbid(
        `${name}-${folder}-keeps-to-its-place`,
        { path: `${parent}${folder}/`, pathNot: testCode },
        { path: folders.slice(0, index + 1).map((above) => `${parent}${above}/`) },
      ),
    )
}

function forbid(
  name: string,
  from: Extract<IForbiddenRuleType, { to: unknown; from: unknown }>['from'],
  to: Extract<IForbiddenRuleType, { to: unknown; from: unknown }>['to'],
): IForbiddenRuleType {
  return { name, severity: 'error', from, to }
}
