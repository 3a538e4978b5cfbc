import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { allEndpoints, endpoints } from '@goodword/contract/all-endpoints'
import { markSvg } from '@goodword/contract/brand/mark'
import { themeCss, tokensCss } from '@goodword/contract/brand/tokens'
import { errorReference } from '@goodword/contract/frame/error-reference'
import { clientEnumModule, clientOperations } from '@goodword/contract/frame/openapi/client-operations'
import { openApiDocument } from '@goodword/contract/frame/openapi/openapi'
import { operationReference } from '@goodword/contract/frame/openapi/operation-reference'
import { releaseFiles } from '../packages/client-script/build.ts'
import { guideWithRights, guideWithTables } from '../packages/server/src/engine/monitoring/guide-tables.ts'
import { makeTableTypes } from '../packages/server/src/testing/database/make-table-types.ts'
import { widgetModule } from '../packages/widget/build.ts'

/**
 * Writes the committed files that are made from code. With `--check` it writes nothing and fails when one of them
 * is not what the code makes; with `--openapi` it prints the OpenAPI document, which is not committed.
 */

type GeneratedFile = { readonly path: string; readonly make: () => string | Promise<string> }

const COMMAND = 'npm run generate'
const ROOT = join(import.meta.dirname, '..')
/** Their tables alone are made. */
const MONITORING_GUIDE = 'docs/guides/reference/monitoring.md'
const STRIPE_GUIDE = 'docs/guides/reference/stripe.md'

const TOKENS_HEADER = '/* Made by `npm run generate` from packages/contract/src/brand/tokens.ts. */\n'
/** Each program reads the custom properties from its own folder. */
const tokenFiles = [
  'packages/docs-site/src/tokens.generated.css',
  'examples/shop/src/public/tokens.generated.css',
]
const FACE_STYLES = 'packages/contract/src/brand/face.css'

const nodeFolder = 'packages/n8n-nodes-goodword/nodes/goodword'
/** Each program reads the mark from its own folder, too. */
const markFiles = [
  'packages/portal/src/icon.svg',
  `${nodeFolder}/goodword.svg`,
  `${nodeFolder}/goodword.dark.svg`,
]

const generatedFiles: readonly GeneratedFile[] = [
  { path: 'docs/reference/operations.md', make: () => operationReference(allEndpoints) },
  { path: 'docs/reference/errors.md', make: errorReference },
  {
    path: MONITORING_GUIDE,
    make: async () => guideWithTables(await readFile(join(ROOT, MONITORING_GUIDE), 'utf8')),
  },
  {
    path: STRIPE_GUIDE,
    make: async () => guideWithRights(await readFile(join(ROOT, STRIPE_GUIDE), 'utf8')),
  },
  { path: 'packages/client/src/enums.generated.ts', make: clientEnumModule },
  { path: 'packages/client/src/operations.generated.ts', make: () => clientOperations(endpoints) },
  { path: 'packages/server/src/pages/widget/widget-assets.generated.ts', make: widgetModule },
  { path: 'packages/portal/src/theme.generated.css', make: () => `${TOKENS_HEADER}${themeCss()}` },
  ...markFiles.map((path) => ({ path, make: markSvg })),
  {
    path: 'gateways/base/src/page/assets/tokens.generated.css',
    make: async () => `${TOKENS_HEADER}${tokensCss()}\n${await faceStyles('face.woff2')}`,
  },
  ...tokenFiles.map((path) => ({ path, make: () => `${TOKENS_HEADER}${tokensCss()}` })),
  ...releaseFiles(),
]

/** It takes a database, so a test of it, table-types.db.test.ts, compares it instead of `--check`. */
const tableTypes: GeneratedFile = {
  path: 'packages/server/src/engine/tables.generated.ts',
  make: makeTableTypes,
}

process.exitCode = await run(process.argv.slice(2))

async function run(args: readonly string[]): Promise<number> {
  if (args.includes('--check')) return check()
  return args.includes('--openapi') ? printOpenApi() : generate()
}

/** The document as an installation at the default address serves it. */
async function printOpenApi(): Promise<number> {
  const { version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'))
  console.log(JSON.stringify(openApiDocument(allEndpoints, 'http://127.0.0.1:4000', version), null, 2))
  return 0
}

async function generate(): Promise<number> {
  // All are made before the first is written: one that cannot be made leaves everything as it was.
  const made = [...generatedFiles, tableTypes].map(async ({ path, make }) => ({ path, text: await make() }))
  for (const { path, text } of await Promise.all(made)) {
    await mkdir(dirname(join(ROOT, path)), { recursive: true })
    await writeFile(join(ROOT, path), text)
  }
  return 0
}

/** The styles of the bundled face for a program without a bundler, which serves the file at `url`. */
async function faceStyles(url: string): Promise<string> {
  const styles = await readFile(join(ROOT, FACE_STYLES), 'utf8')
  return styles.replace(/url\("[^"]+"\)/, `url("${url}")`)
}

async function check(): Promise<number> {
  const stale = []
  for (const { path, make } of generatedFiles) {
    if ((await contentOf(path)) !== (await make())) stale.push(path)
  }
  if (stale.length === 0) return 0
  console.error(`Not what the code makes: ${stale.join(', ')}. To make them again: ${COMMAND}`)
  return 1
}

async function contentOf(path: string): Promise<string | null> {
  try {
    return await readFile(join(ROOT, path), 'utf8')
  } catch {
    // A file that is not there yet is stale like any other.
    return null
  }
}
