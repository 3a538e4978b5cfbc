import { spawnSync } from 'node:child_process'
import { installDebianPackages, mayInstall } from './debian-packages.ts'

const programs = [
  ['nginx', '-v'],
  ['caddy', 'version'],
] as const

/** Whether the proxies of the guide on operating are there; installs them where that may be done without asking. */
export function provideProxies(): boolean {
  if (!areThere() && mayInstall()) installDebianPackages(...programs.map(([name]) => name))
  return areThere()
}

function areThere(): boolean {
  return programs.every(([name, version]) => spawnSync(name, [version]).status === 0)
}
