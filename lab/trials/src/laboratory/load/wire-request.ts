/** A request in its wire format. Texts are ASCII, so that their length is their size. */
export function wireRequest(
  method: 'GET' | 'POST',
  path: string,
  options: {
    readonly apiKey?: string
    readonly headers?: Readonly<Record<string, string>>
    readonly body?: unknown
  } = {},
): string {
  const body = options.body === undefined ? '' : JSON.stringify(options.body)
  const headers = [
    `${method} ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    'Connection: keep-alive',
    ...Object.entries(options.headers ?? {}).map(([name, value]) => `${name}: ${value}`),
    ...(options.apiKey === undefined ? [] : [`Authorization: Basic ${btoa(`${options.apiKey}:`)}`]),
    ...(body === '' ? [] : ['Content-Type: application/json', `Content-Length: ${body.length}`]),
  ]
  return `${headers.join('\r\n')}\r\n\r\n${body}`
}
