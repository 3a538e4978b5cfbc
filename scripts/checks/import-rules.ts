import { readdirSync } from 'node:fs'
import type { IForbiddenRuleType } from 'dependency-cruiser'

/** Which packages a package may import from; tests keep to it too. */
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
  'braintree-sandbox': ['sandbox'],
  'stripe-sandbox': ['sandbox'],
  sandbox: [],
  'docs-site': ['contract'],
  testing: [],
}

/** What measurements and trials share: processes, load and reports. */
const laboratory = '^trials/src/laboratory/'

/** What a workspace beside the packages may import of them. No package imports from a workspace. */
export const workspaceImports: Readonly<Record<string, readonly string[]>> = {
  bench: ['domain', 'server'],
  trials: ['domain', 'server'],
  e2e: ['browser', 'client', 'contract', 'react', 'server', 'vue'],
  // What it shows is all that a merchant needs. Its tests pay at the local gateways.
  'examples/shop': ['client', 'braintree-sandbox', 'stripe-sandbox'],
}

/** Inside the server: what a layer may import beside itself, `domain` and `contract`. Only main.ts, start/ and cli/ see everything. */
const serverLayers: Readonly<Record<string, readonly string[]>> = {
  'http/': ['operations/', 'platform/'],
  // The queue's own table is read and written by the worker loop itself, so jobs reach the store as well.
  'jobs/': ['operations/', 'store/', 'platform/'],
  // Only the connectors' table imports a processor's own folder.
  'operations/': ['store/', 'connectors/[^/]+[.]ts$', 'platform/'],
  'connectors/': ['platform/'],
  'store/': ['platform/'],
  'platform/': [],
  'config.ts': ['platform/'],
}

/** The folders of `operations/`: each may import from those after it. */
const operationFolders = [
  'administration',
  'privacy',
  'files',
  'outbound',
  'reporting',
  'billing',
  'referring',
  'foundation',
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

const layersThatReadTheContract = ['http/', 'jobs/', 'operations/']

const server = '^packages/server/src/'
const portal = '^packages/portal/src/'
const workspaceFolders = ['^packages/', ...Object.keys(workspaceImports).map((folder) => `^${folder}/`)]
/** Every package may use it, and only in its tests. */
const forTests = ['testing']
const testCode = ['[.](test|contract)[.]ts$', '^packages/testing/', '^packages/[^/]+/src/testing/']

export function isTestCode(path: string): boolean {
  return testCode.some((each) => new RegExp(each).test(path))
}

export const importRules: IForbiddenRuleType[] = [
  ...Object.entries(packageImports).map(([name, allowed]) =>
    forbid(
      `${name}-keeps-to-its-border`,
      { path: `^packages/${name}/` },
      {
        path: workspaceFolders,
        pathNot: [name, ...allowed, ...forTests].map((each) => `^packages/${each}/`),
      },
    ),
  ),
  ...Object.entries(workspaceImports).map(([folder, allowed]) =>
    forbid(
      `${folder.replace('examples/', 'example-')}-keeps-to-its-border`,
      { path: `^${folder}/` },
      {
        path: workspaceFolders,
        pathNot: [
          `^${folder}/`,
          ...(folder === 'bench' ? [laboratory] : []),
          ...[...allowed, ...forTests].map((each) => `^packages/${each}/`),
        ],
      },
    ),
  ),
  forbid(
    'the-laboratory-knows-no-trial',
    { path: laboratory },
    { path: '^trials/src/', pathNot: laboratory },
  ),
  ...Object.entries(serverLayers).map(([layer, allowed]) =>
    forbid(
      `server-${layer.replace(/\/|[.]ts/, '')}-keeps-to-its-layer`,
      { path: `${server}${layer}`, pathNot: testCode },
      { path: server, pathNot: [layer, ...allowed].map((each) => `${server}${each}`) },
    ),
  ),
  ...keepOrder('operations', `${server}operations/`, operationFolders),
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
    {
      path: server,
      pathNot: [...testCode, `${server}(main[.]ts|start/|cli/|${layersThatReadTheContract.join('|')})`],
    },
    { path: '^packages/contract/' },
  ),
  forbid(
    'browser-code-takes-only-types-and-words-of-the-contract',
    { path: '^packages/(client-script|widget)/', pathNot: testCode },
    // Colors of a theme are functions without schemas, like words.
    {
      path: '^packages/contract/',
      pathNot: '/src/(words/|(color|theme-palette)[.]ts$)',
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
    { path: '^packages/', pathNot: [...testCode, `${server}(platform|store)/`] },
    { path: 'node_modules/((@types/)?pg|pg-[a-z-]+|kysely)/' },
  ),
  forbid(
    'the-web-framework-stays-in-http',
    {
      path: '^packages/',
      pathNot: [
        ...testCode,
        `${server}(http/|main[.]ts|start/)`,
        '^packages/((braintree|stripe)-)?sandbox/src/(http|control|page)/',
      ],
    },
    { path: 'node_modules/(fastify|@fastify|@scalar)/' },
  ),
  ...connectorNames.map((name) =>
    forbid(
      `the-sdk-of-${name}-stays-in-its-connector`,
      { path: '^packages/server/', pathNot: [...testCode, `${server}connectors/${name}/`] },
      { path: `node_modules/(@types/)?${name}/` },
    ),
  ),
  forbid('test-code-stays-in-tests', { path: '^packages/', pathNot: testCode }, { path: testCode }),
  forbid(
    'development-tools-stay-out-of-the-product',
    {
      path: '^packages/',
      // The documentation is all that `docs-site` makes.
      pathNot: [...testCode, '^packages/[^/]+/(build|develop|vite-options)[.]ts$', '^packages/docs-site/'],
    },
    // What a package expects of its user is installed here as a tool, and a tool here may be what a package of ours needs.
    {
      dependencyTypes: ['npm-dev'],
      dependencyTypesNot: ['npm', 'npm-peer'],
      pathNot: 'node_modules/@types/',
    },
  ),
  forbid('every-package-is-declared', {}, { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] }),
  forbid(
    'every-import-resolves',
    // What n8n provides is installed by the test that needs it, whose compiler resolves these.
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
