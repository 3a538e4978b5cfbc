import { execFileSync, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { root } from '../checks/steps.ts'
import { faultsOfImage } from './image-faults.ts'
import { faultsOfWorkflow } from './workflow-faults.ts'

type Values = { readonly [name: string]: unknown }
type Schema = {
  readonly properties?: Readonly<Record<string, Schema>>
  readonly $ref?: string
  readonly definitions?: Readonly<Record<string, Schema>>
}

const read = (file: string) => readFileSync(join(root, file), 'utf8')
const chart = join(root, 'deploy/chart')
const values: Values = parse(read('deploy/chart/values.yaml'))
const example: Values = parse(read('deploy/chart/example-values.yaml'))
const schema: Schema = JSON.parse(read('deploy/chart/values.schema.json'))
const isAllowed = new Ajv({ allErrors: true, strict: false }).compile(schema)
const merged = (changes: Values): Values =>
  Object.fromEntries(
    Object.entries({ ...values, ...changes }).map(([name, value]) => {
      const before = values[name]
      return [name, isObject(before) && isObject(value) ? { ...before, ...value } : value]
    }),
  )

function isObject(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

test('the image has a base with a digest, does not run as root, and has a health check and labels', () => {
  expect(faultsOfImage(read('deploy/Dockerfile'))).toEqual([])
})

test('an image that anybody can change, that runs as root, or that is misspelt is refused', () => {
  const pinned = `node@sha256:${'0'.repeat(64)}`
  expect(faultsOfImage('FROM node:24\nUSER node\n')).toEqual(
    expect.arrayContaining(['node:24 has no digest', 'it has no health check', 'it has no label version']),
  )
  expect(faultsOfImage(`ARG NODE=node:24\nFROM \${NODE} AS a\nFROM a\n`)).toContain('node:24 has no digest')
  expect(faultsOfImage(`FROM ${pinned}\nUSER node\nUSER 0:0\n`)).toContain('it runs as root')
  expect(faultsOfImage(`FROM ${pinned} AS a\nUSER node\nFROM a\n`)).toContain('it runs as root')
  expect(faultsOfImage(`FROM ${pinned}\nUSR node\n`)).toContain('line 2: Unknown instruction: USR')
})

test.for(readdirSync(join(root, '.github/workflows')))(
  'the workflow %s is well formed, uses exact actions, and may do no more than it needs',
  (name) => {
    expect(faultsOfWorkflow(name, read(`.github/workflows/${name}`))).toEqual([])
  },
)

test('a workflow with too many rights, a movable action or an expression in a command is refused', () => {
  const workflow = (rest: string, step = 'run: ls') =>
    faultsOfWorkflow(
      'x',
      `on: push\n${rest}jobs:\n  a:\n    runs-on: x\n    timeout-minutes: 5\n    steps:\n      - ${step}\n`,
    )
  const reading = 'permissions:\n  contents: read\n'
  expect(workflow(reading)).toEqual([])
  expect(workflow('')).toEqual(['a has all permissions'])
  expect(workflow('permissions:\n  contents: write\n')).toEqual(['the workflow as a whole may write'])
  expect(workflow(reading, 'uses: actions/checkout@v4')).toEqual(['a uses actions/checkout@v4'])
  expect(workflow(reading, `run: echo \${{ github.ref_name }}`)).toEqual(['a has an expression in a command'])
  expect(workflow(reading, 'uze: x').join()).toContain("Unexpected value 'uze'")
})

test('the chart asks for an image, an address and a secret, and takes no secrets as settings', () => {
  const refused = (changes: Values) => {
    isAllowed(merged(changes))
    return [...new Set(isAllowed.errors?.map((it) => it.instancePath))]
  }
  expect(refused({})).toEqual(['/image/repository', '/baseUrl', '/existingSecret'])
  expect(refused(example)).toEqual([])
  expect(refused({ ...example, settings: { SECRET_KEY: 'x' } })).toEqual(['/settings'])
  expect(refused({ ...example, image: { repository: 'x', digest: 'sha256:1' } })).toEqual(['/image/digest'])
  expect(refused({ ...example, ingress: { enabled: true, host: '' } })).toEqual(['/ingress/host', '/ingress'])
  expect(refused({ ...example, replicas: 2 })).toEqual([''])
})

test('every value of the chart is in its schema, and its templates use no other', () => {
  const known = new Set<string>()
  const visit = (value: unknown, at: Schema | undefined, path: string): void => {
    known.add(path)
    const here = at?.$ref === undefined ? at : schema.definitions?.[at.$ref.replace('#/definitions/', '')]
    if (here === undefined) throw new Error(`the schema has no ${path}`)
    if (!isObject(value) || here.properties === undefined) return
    for (const [name, inner] of Object.entries(value)) visit(inner, here.properties[name], `${path}.${name}`)
  }
  visit(values, schema, '.Values')
  const used = readdirSync(join(chart, 'templates')).flatMap((name) => [
    ...read(`deploy/chart/templates/${name}`).matchAll(/[.]Values(?:[.]\w+)+/g),
  ])
  expect(used.map(([path]) => path).filter((path) => !known.has(path))).toEqual([])
  expect(used.length).toBeGreaterThan(20)
})

if (spawnSync('helm', ['version']).error === undefined) {
  test('the chart passes the check of Helm', () => {
    const options = ['--values', join(chart, 'example-values.yaml')]
    expect(() => execFileSync('helm', ['lint', chart, '--strict', ...options])).not.toThrow()
    const rendered = execFileSync('helm', ['template', 'refer', chart, ...options], { encoding: 'utf8' })
    expect(rendered.match(/^kind: \w+/gm)).toHaveLength(7)
  })
} else {
  console.log('not run: helm lint, because helm is not installed here; the workflow of releases runs it')
}
