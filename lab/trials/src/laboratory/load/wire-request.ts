/**
 * A request in its wire format. Texts are ASCII, so that their length is their size. A text is sent as it is, anything else as
 * JSON.
 */
export function wireRequest(
  method: string,
  path: string,
  options: {
    readonly apiKey?: string
    readonly headers?: Readonly<Record<string, string>>
    readonly body?: unknown
    readonly type?: string
  } = {},
): string {
  const { type = 'application/json' } = options
  const body = typeof options.body === 'string' ? options.body : (JSON.stringify(options.body) ?? '')
  const headers = [
    `${method} ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    'Connection: keep-alive',
    ...Object.entries(options.headers ?? {}).map(([name, value]) => `${name}: ${value}`),
    ...(options.apiKey === undefined ? [] : [`Authorization: Basic ${btoa(`${options.apiKey}:`)}`]),
    ...(body === '' ? [] : [`Content-Type: ${type}`, `Content-Length: ${body.length}`]),
  ]
  return `${headers.join('\r\n')}\r\n\r\n${body}`
}
