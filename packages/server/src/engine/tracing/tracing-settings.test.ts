import { expect, test } from 'vitest'
import { readTracingSettings } from './tracing-settings.ts'

const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://collector.internal:4318'

function read(env: Record<string, string>) {
  const faults: string[] = []
  return { settings: readTracingSettings(env, faults), faults }
}

test.each([
  {},
  { OTEL_SERVICE_NAME: 'refer', OTEL_TRACES_SAMPLER: 'nonsense' },
  { OTEL_EXPORTER_OTLP_ENDPOINT: ' ' },
  { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_SDK_DISABLED: 'TRUE' },
  { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_TRACES_EXPORTER: 'none' },
])('%j leaves tracing off', (env) => {
  expect(read(env)).toEqual({ settings: null, faults: [] })
})

test('an endpoint turns tracing on, with the defaults of the specification', () => {
  expect(read({ OTEL_EXPORTER_OTLP_ENDPOINT })).toEqual({
    settings: { protocol: 'http/protobuf', sampler: 'parentbased_always_on', ratio: 1 },
    faults: [],
  })
})

test('the variable for traces goes before the one for all signals', () => {
  const env = {
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://collector.internal/v1/traces',
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf',
    OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'http/json',
    OTEL_TRACES_SAMPLER: 'traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '0.05',
  }
  expect(read(env).settings).toEqual({ protocol: 'http/json', sampler: 'traceidratio', ratio: 0.05 })
})

test.each([
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
  ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc'],
  ['OTEL_TRACES_SAMPLER', 'jaeger_remote'],
  ['OTEL_TRACES_SAMPLER_ARG', '5'],
])('%s=%s is a fault that names the variable', (name, value) => {
  const { faults } = read({ OTEL_EXPORTER_OTLP_ENDPOINT, [name]: value })
  expect(faults).toHaveLength(1)
  expect(faults[0]).toMatch(new RegExp(`^${name} `))
})
