import { webAddress } from '../foundation/setting.ts'

/** The export of traces by the standard environment variables of OpenTelemetry. */
export type TracingSettings = {
  readonly protocol: 'http/protobuf' | 'http/json'
  readonly sampler: SamplerName
  /** Share of traces that the samplers by ratio keep, from 0 to 1. */
  readonly ratio: number
}

export const samplerNames = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const
export type SamplerName = (typeof samplerNames)[number]

const protocols = ['http/protobuf', 'http/json'] as const

type Read = (name: string) => string

/**
 * Reads the variables; null where tracing is off, as it is without an endpoint. Faults are added to the list. The
 * exporter itself reads the endpoint, headers, timeouts and certificates, and the SDK the name of the service.
 */
export function readTracingSettings(
  env: Readonly<Record<string, string | undefined>>,
  faults: string[],
): TracingSettings | null {
  const read: Read = (name) => env[name]?.trim() ?? ''
  const endpoints = endpointVariables.filter((name) => read(name) !== '')
  const isOff = read('OTEL_SDK_DISABLED').toLowerCase() === 'true' || read('OTEL_TRACES_EXPORTER') === 'none'
  if (isOff || endpoints.length === 0) return null

  for (const name of endpoints) {
    const parsed = webAddress(read(name))
    if ('problem' in parsed) faults.push(`${name} ${parsed.problem}.`)
  }
  const protocol = oneOf(
    read('OTEL_EXPORTER_OTLP_TRACES_PROTOCOL') === ''
      ? 'OTEL_EXPORTER_OTLP_PROTOCOL'
      : 'OTEL_EXPORTER_OTLP_TRACES_PROTOCOL',
    protocols,
    'http/protobuf',
  )
  const sampler = oneOf('OTEL_TRACES_SAMPLER', samplerNames, 'parentbased_always_on')
  return { protocol, sampler, ratio: ratioIn(read('OTEL_TRACES_SAMPLER_ARG')) }

  function oneOf<Name extends string>(variable: string, names: readonly Name[], absent: Name): Name {
    const text = read(variable)
    const found = names.find((it) => it === text)
    if (text !== '' && found === undefined)
      faults.push(`${variable} is "${text}", and not ${names.join(', ')}.`)
    return found ?? absent
  }

  function ratioIn(text: string): number {
    const ratio = text === '' ? 1 : Number(text)
    if (ratio >= 0 && ratio <= 1) return ratio
    faults.push(`OTEL_TRACES_SAMPLER_ARG is "${text}", and not a share from 0 to 1.`)
    return 1
  }
}

const endpointVariables = ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'] as const
