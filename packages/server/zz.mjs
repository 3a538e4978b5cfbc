import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { parse, parseAllDocuments } from 'yaml'

const v = parse(readFileSync('../../deploy/chart/values.yaml', 'utf8'))
const set = (o) => {
  const c = structuredClone(v)
  for (const [k, x] of Object.entries(o))
    c[k] = typeof x === 'object' && !Array.isArray(x) ? { ...c[k], ...x } : x
  return c
}
const good = set({
  image: {
    repository: 'registry.example.com/goodword',
    digest: 'sha256:' + 'a'.repeat(64),
    pullSecrets: ['p'],
  },
  baseUrl: 'https://refer.example.com',
  existingSecret: 'goodword',
  settings: { LOG_LEVEL: 'warn', RATE_LIMIT_LIVE: 500 },
  trustedProxies: '10.0.0.0/8',
  podAnnotations: { a: 'b' },
  nodeSelector: { x: 'y' },
  tolerations: [{ key: 'a', operator: 'Exists' }],
  affinity: { nodeAffinity: { a: { b: 1 } } },
  ingress: {
    enabled: true,
    host: 'refer.example.com',
    tlsSecret: 'tls',
    className: 'nginx',
    annotations: { z: '1' },
  },
})
const plain = set({
  image: { repository: 'registry.example.com/goodword' },
  baseUrl: 'https://refer.example.com',
  existingSecret: 'goodword',
  migration: { enabled: false },
})
for (const values of [plain, good]) {
  const out = execFileSync(
    '/tmp/rel/gohelm/render',
    ['../../deploy/chart', JSON.stringify(values), JSON.stringify({ AppVersion: '0.1.0', Version: '0.1.0' })],
    { encoding: 'utf8' },
  )
  writeFileSync('/tmp/rel/rendered.yaml', out)
  for (const d of parseAllDocuments(out)) {
    if (d.errors.length) console.log(d.errors)
    const j = d.toJSON()
    if (j) console.log(j.kind, j.metadata.name)
  }
}
const { Ajv } = await import('ajv')
const ajv = new Ajv({ allErrors: true, strict: false })
const ok = ajv.compile(JSON.parse(readFileSync('../../deploy/chart/values.schema.json', 'utf8')))
console.log('good', ok(good), ok.errors)
console.log(
  'defaults',
  ok(v),
  ok.errors?.map((e) => e.instancePath + ' ' + e.message),
)
