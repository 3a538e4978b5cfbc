import { Type } from 'typebox'
import { Format } from 'typebox/format'
import { Value } from 'typebox/value'
import { describe, expect, it } from 'vitest'
import { allEndpoints } from '../../all-endpoints.ts'
import { webhookEvents } from '../../webhooks/event-types.ts'
import { refusalsOf } from '../endpoint.ts'
import { errorEntries } from '../error-entries.ts'
import { errorReference } from '../error-reference.ts'
import { textFormats } from '../formats.ts'
import { API_PREFIX, openApiDocument } from './openapi.ts'
import { operationReference } from './operation-reference.ts'

const document = openApiDocument(allEndpoints, 'https://goodword.example.com', '1.2.3')

describe('the OpenAPI document', () => {
  it('the OpenAPI document has every path, aliases included, and every operation its own id', () => {
    const wanted = allEndpoints.flatMap((endpoint) => [endpoint.path, ...(endpoint.aliases ?? [])])
    expect(Object.keys(document.paths)).toEqual([...new Set(wanted)].map((path) => API_PREFIX + path))
    const ids = JSON.stringify(document).match(/"operationId":"[^"]+"/g) ?? []
    expect(new Set(ids).size).toBe(ids.length)
  })

  // The linter does not look at webhooks for this.
  it('the OpenAPI document says of every operation and webhook how it is secured, and of every tag what it is for', () => {
    const operations = [document.paths, document.webhooks]
      .flatMap((group) => Object.entries(Object(group)))
      .flatMap(([path, methods]) => Object.values(Object(methods)).map((it) => ({ path, ...Object(it) })))
    expect(operations.filter((it) => !Array.isArray(it.security)).map((it) => it.path)).toEqual([])
    expect(document.tags).toEqual(
      (document.tags as { name: string }[]).map(({ name }) => ({ name, description: expect.any(String) })),
    )
    expect(document.info).toMatchObject({ version: '1.2.3', license: { identifier: 'MIT' } })
  })

  it('the OpenAPI document has no component that nothing refers to', () => {
    const text = JSON.stringify(document)
    const { securitySchemes: _schemes, ...components } = Object(document.components)
    const names = Object.entries(components).flatMap(([kind, all]) =>
      Object.keys(Object(all)).map((name) => `#/components/${kind}/${name}`),
    )
    expect(names.filter((it) => !text.includes(`"$ref":"${it}"`))).toEqual([])
  })

  it('the OpenAPI document describes every property of every named schema', () => {
    const bare: string[] = []
    visit(document, (name, value) => {
      if (name !== 'properties') return
      for (const [property, schema] of Object.entries(value)) {
        const text = JSON.stringify(schema)
        if (!text.includes('"description"') && !text.includes('$ref')) bare.push(property)
      }
    })
    expect(bare).toEqual([])
  })
})

describe('an endpoint’s example', () => {
  for (const [name, { check }] of Object.entries(textFormats)) Format.Set(name, check)

  it.each(allEndpoints.map((endpoint) => [endpoint.name, endpoint] as const))(
    'the example of %s fits its schemas',
    (_, endpoint) => {
      for (const schema of Object.values(endpoint.success)) {
        expect(Value.Errors(schema, endpoint.example.answer)).toEqual([])
      }
      if (endpoint.body !== null) expect(Value.Errors(endpoint.body, endpoint.example.body)).toEqual([])
      expect('body' in endpoint.example).toBe(endpoint.body !== null || endpoint.upload !== undefined)
    },
  )

  it.each(allEndpoints.map((endpoint) => [endpoint.name, endpoint] as const))(
    'the example of the path of %s names exactly its parameters',
    (_, endpoint) => {
      for (const path of [endpoint.path, ...(endpoint.aliases ?? [])]) {
        const named = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1])
        expect(named).toEqual(Object.keys(endpoint.params.properties))
      }
    },
  )
})

describe('the reference of operations', () => {
  const text = operationReference(allEndpoints)

  it('the reference has a section for each operation, with all its addresses, parameters and error codes', () => {
    for (const endpoint of allEndpoints) {
      const addresses = [endpoint.path, ...(endpoint.aliases ?? [])].map((it) => `${endpoint.method} ${it}`)
      const [, section = ''] = text.split(`### ${addresses.join(', ')}\n`)
      const own = section.split('\n#')[0] ?? ''
      expect(own, endpoint.name).toContain(`\`${endpoint.name}\``)
      for (const name of Object.keys({ ...endpoint.params.properties, ...endpoint.query.properties })) {
        expect(own, `${endpoint.name} ${name}`).toMatch(new RegExp(`\\b${name}[?]?: `))
      }
      for (const code of endpoint.refusals) expect(own, endpoint.name).toContain(`\`${code}\``)
    }
  })

  it('the reference has every shape that it names, and every type of event', () => {
    const shapes = Object.keys(Object(Object(document.components).schemas)).filter((it) => it !== 'Error')
    for (const name of shapes) expect(text).toContain(`### ${name}\n`)
    for (const type of Object.keys(webhookEvents)) expect(text).toContain(`- ${type}: \``)
  })

  it('the reference changes with the limit of a field', () => {
    const [first] = allEndpoints.filter(({ name }) => name === 'listAccounts')
    if (first === undefined) throw new Error('listAccounts not found')
    const query = Type.Object({ limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 7 })) })
    expect(operationReference([{ ...first, query }])).toContain('limit?: integer 1–7')
  })
})

describe('error codes', () => {
  it('the error codes of an endpoint are named once each', () => {
    for (const endpoint of allEndpoints) {
      const codes = refusalsOf(endpoint)
      expect(new Set(codes).size).toBe(codes.length)
    }
  })

  it('each have a section of the error page', () => {
    const headings = errorReference().match(/^## .+$/gm)
    expect(headings).toEqual(errorEntries.map(([code]) => `## ${code}`))
  })
})

function visit(value: unknown, see: (name: string, value: object) => void): void {
  if (typeof value !== 'object' || value === null) return
  for (const [name, inner] of Object.entries(value)) {
    if (typeof inner === 'object' && inner !== null) see(name, inner)
    visit(inner, see)
  }
}
