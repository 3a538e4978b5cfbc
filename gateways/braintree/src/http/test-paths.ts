/** The paths at which the sandbox fails on purpose, with any merchant and with none. */
export function failureAt(path: string): 500 | 503 | null {
  if (path.endsWith('/test/error')) return 500
  return path.endsWith('/test/maintenance') ? 503 : null
}
