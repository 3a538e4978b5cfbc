import type { ServerResponse } from 'node:http'

/** The reply of a server in a test to a request. */
export type Reply = (response: ServerResponse) => void

export const ok =
  (answer: unknown, status = 200): Reply =>
  (response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))

/** An error as the API has them. */
export const refused = (
  statusCode: number,
  apiErrorCode: string,
  headers: Record<string, string> = {},
): Reply => {
  const error = {
    statusCode,
    apiErrorCode,
    message: 'No.',
    param: 'id',
    requestId: 'r-1',
    docUrl: 'https://d/#x',
  }
  return (response) => response.writeHead(statusCode, headers).end(JSON.stringify(error))
}

export const brokenOff: Reply = (response) => response.socket?.destroy()
export const halfSent: Reply = (response) => {
  response.writeHead(200, { 'content-length': '1000' }).write('{"id":', () => response.socket?.destroy())
}
