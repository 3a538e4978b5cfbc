import { execFileSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { packPackages } from '@goodword/testing/packed-package'
import { temporaryFolder } from '@goodword/testing/temporary-folder'
import { describe, expect, test } from 'vitest'
import { buildClient } from '../build.ts'

// The package as a user installs it: packed, put into an empty project, compiled and run there.
const COMPILER = resolve(import.meta.dirname, '../../../node_modules/typescript-native/bin/tsc')
const NODE_TYPES = resolve(import.meta.dirname, '../../../node_modules/@types')

const folder = temporaryFolder()
const dist = join(folder, 'dist')
await buildClient(dist)
const packed = packPackages([dist], folder)

const program = (importLine: string) => `${importLine}

const options: ClientOptions = {
  baseUrl: 'https://goodword.example.com',
  tenantAlias: 'test_acme',
  apiKey: 'gw_test_x',
  fetch: async (url) =>
    Response.json(
      url.endsWith('cursor=c2')
        ? { count: 1, totalCount: 2, nextCursor: null, users: [{ id: 'two' }] }
        : { count: 1, totalCount: 2, nextCursor: 'c2', users: [{ id: 'one' }] },
    ),
}
const goodword: Client = createClient(options)

export async function main(): Promise<void> {
  const ids: string[] = []
  for await (const user of goodword.listUsers({ query: { limit: 1 } })) ids.push(user.id)
  const { totalCount } = await goodword.listUsers({ signal: AbortSignal.timeout(60_000), timeoutMs: 9000, retries: 1 })
  const refusal = await goodword.readAccount({ params: { accountId: '..' } }).catch((it: unknown) => it)
  if (!(refusal instanceof ApiError)) throw new Error('no ApiError')
  const code: FailureCode = refusal.code
  const token = await signUser({ accountId: 'a', id: 'Zoë' }, { signingKey: 'gw_sign_k', expiresInSeconds: 60 })
  console.log(JSON.stringify({ ids, totalCount, code, token }))
}
void main()
`

const names = 'ApiError, createClient, signUser, type Client, type ClientOptions, type FailureCode'

test('every relative link of the package leads to a file of the package', () => {
  const links = readFileSync(join(dist, 'README.md'), 'utf8').matchAll(/\]\((?!https?:)([^)#]+)/g)
  const dead = [...links].flatMap(([, path = '']) => (existsSync(join(dist, path)) ? [] : [path]))
  expect(dead).toEqual([])
})

describe.each([
  ['an ECMAScript module', 'module', 'nodenext', 'es2022'],

  ['CommonJS', 'commonjs', 'node16', 'es2022'],
])('the packed client, installed in a project that is %s', (_name, type, module, target) => {
  const project = join(folder, `project-${type}-${module}`)
  packed.installIn(project, { private: true, type })
  const compilerOptions = {
    module,
    target,
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: false,
    typeRoots: [NODE_TYPES],
    types: ['node'],
    outDir: 'out',
    rootDir: '.',
  }
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['main.ts'] }))
  writeFileSync(join(project, 'main.ts'), program(`import { ${names} } from '@goodword/client'`))

  test('the packed client brings no other package along', () => {
    const installed = readdirSync(join(project, 'node_modules')).filter((each) => !each.startsWith('.'))
    expect(installed).toEqual(['@goodword'])
    expect(readdirSync(join(project, 'node_modules/@goodword'))).toEqual(['client'])
  })

  test('the packed client compiles, and iterates over pages, refuses and signs', () => {
    node([COMPILER, '-p', project], project)
    const { token, ...printed } = JSON.parse(node(['out/main.js'], project))
    expect(printed).toEqual({ ids: ['one', 'two'], totalCount: 2, code: 'VALIDATION_FAILED' })
    const [header, claims, signature] = String(token).split('.')
    const expected = createHmac('sha256', 'gw_sign_k').update(`${header}.${claims}`).digest('base64url')
    expect(signature).toBe(expected)
    expect(JSON.parse(Buffer.from(claims ?? '', 'base64url').toString())).toMatchObject({
      user: { accountId: 'a', id: 'Zoë' },
    })
  })
})

/** Runs on the Node that started npm as well, which may be an older one. */
function node(args: readonly string[], cwd: string): string {
  const output = execFileSync(process.execPath, args, { cwd, encoding: 'utf8', stdio: 'pipe' })
  const outer = process.env.npm_node_execpath
  const isScript = args[0]?.startsWith('out/')
  if (isScript && outer !== undefined && majorOf(outer) >= 20) {
    const again = JSON.parse(execFileSync(outer, args, { cwd, encoding: 'utf8', stdio: 'pipe' }))
    expect({ ...again, token: '' }).toEqual({ ...JSON.parse(output), token: '' })
  }
  return output
}

function majorOf(executable: string): number {
  return Number(execFileSync(executable, ['-p', 'process.versions.node.split(".")[0]'], { encoding: 'utf8' }))
}
