import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { endpoints } from '@goodword/contract/all-endpoints'
import { webhookEventTypes } from '@goodword/contract/webhooks/event-types'
import { temporaryFolder } from '@goodword/testing/temporary-folder'
import { expect, test } from 'vitest'
import { buildN8nNodes } from '../build.ts'

type Request = {
  readonly method: string
  readonly url: string
  readonly headers?: object
  readonly body?: object
}
type Send = { readonly type?: string; readonly property?: string }
type Property = {
  readonly name: string
  readonly options?: readonly Property[]
  readonly value?: string
  readonly displayOptions?: { readonly show: { readonly [name: string]: readonly string[] } }
  readonly routing?: { readonly request?: Request; readonly send?: Send }
}

// The nodes as they are published. Of n8n they need the names of two values.
const folder = join(temporaryFolder(), 'package')
await buildN8nNodes(folder)
const workflow = join(folder, 'node_modules/n8n-workflow')
mkdirSync(workflow, { recursive: true })
writeFileSync(
  join(workflow, 'index.js'),
  'exports.NodeConnectionTypes = { Main: "main" }; exports.NodeApiError = Error',
)
const require = createRequire(import.meta.url)
const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
const propertiesOf = (name: string): readonly Property[] => {
  const path = manifest.n8n.nodes.find((it: string) => it.endsWith(`/${name}.node.js`))
  return new (require(join(folder, path))[name])().description.properties
}

const properties = propertiesOf('Goodword')
const operations = properties
  .filter(({ name }) => name === 'operation')
  .flatMap(({ displayOptions, options = [] }) =>
    options.map(({ value = '', routing }) => {
      const [resource = ''] = displayOptions?.show.resource ?? []
      return { resource, operation: value, request: routing?.request }
    }),
  )

/** The endpoint that a request goes to: expressions in its address are parameters of the path. */
function endpointOf({ method, url }: Request) {
  const path = url.replace(/^=/, '').replaceAll(/\{\{.*?\}\}/g, '{}')
  return Object.values(endpoints).find(
    (it) => it.method === method && it.path.replaceAll(/\{\w+\}/g, '{}') === path,
  )
}

/** The fields that the form of an operation sends, by where they go. */
function sentBy(resource: string, operation: string): readonly Send[] {
  const isShown = ({ displayOptions }: Property) =>
    displayOptions?.show.resource?.includes(resource) &&
    (displayOptions.show.operation?.includes(operation) ?? true)
  return properties
    .filter(isShown)
    .flatMap((it) => [it, ...(it.options ?? [])])
    .flatMap(({ routing }) => (routing?.send?.property === undefined ? [] : [routing.send]))
}

/** Whether a schema has a field such as `subscription.status`. */
function hasField(schema: unknown, path: string): boolean {
  let at = schema
  for (const name of path.split('.')) {
    at = Object(at).properties?.[name]
    if (at === undefined) return false
  }
  return true
}

test.each(operations)(
  'the request of $resource $operation is one that the service knows',
  ({ resource, operation, request }) => {
    const endpoint = endpointOf(request ?? { method: '', url: '' })
    const fields = sentBy(resource, operation)
    const unknown = fields.filter(
      ({ type, property = '' }) => !hasField(type === 'query' ? endpoint?.query : endpoint?.body, property),
    )
    expect(unknown).toEqual([])
    const ofBody = Object.keys(request?.body ?? {})
    expect(ofBody.filter((name) => !hasField(endpoint?.body, name))).toEqual([])
    const actsAgain = endpoint !== undefined && 'repeated' in endpoint && endpoint.repeated === 'acts again'
    expect('Idempotency-Key' in (request?.headers ?? {})).toBe(actsAgain)
  },
)

test('the trigger offers every event that webhooks send', () => {
  const [events] = propertiesOf('GoodwordTrigger')
  const offered = events?.options?.map(({ value }) => value)
  expect(offered).toEqual(webhookEventTypes.filter((type) => type !== 'test').toSorted())
})

test('the package brings nothing along, and has the files that its manifest names', () => {
  expect(manifest.dependencies).toBeUndefined()
  expect(manifest.peerDependencies).toEqual({ 'n8n-workflow': '*' })
  for (const path of [...manifest.n8n.nodes, ...manifest.n8n.credentials]) {
    expect(readFileSync(join(folder, path), 'utf8')).not.toMatch(/require\("(?!node:|n8n-workflow)/)
  }
})
