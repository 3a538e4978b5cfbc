const probes = new Set<string | undefined | null>(['/livez', '/readyz', '/metrics'])

/** Whether the route is asked every few seconds by whoever watches the process: such requests are no news. */
export function isProbe(route: string | undefined | null): boolean {
  return probes.has(route)
}
