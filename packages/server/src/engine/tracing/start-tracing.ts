import { useTracing } from './tracing.ts'
import type { TracingSettings } from './tracing-settings.ts'

/** The SDK of OpenTelemetry is loaded here, and nowhere while tracing is off. Returns how to end it. */
export async function startTracing(settings: TracingSettings, version: string): Promise<() => Promise<void>> {
  const { openTracing } = await import('./open-tracing.ts')
  const { startSpan, close } = openTracing(settings, version)
  useTracing(startSpan)
  return async () => {
    useTracing(null)
    await close()
  }
}
