import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { prometheusRules } from '../../packages/server/src/engine/monitoring/alert-rules.ts'
import { sections } from '../../packages/server/src/engine/monitoring/sections.ts'
import { namedAlerts, promtoolTest } from '../../packages/server/src/testing/alerts/alert-test.ts'
import { alertTests } from '../../packages/server/src/testing/alerts/alert-tests.ts'
import { installDebianPackages, mayInstall } from './debian/debian-packages.ts'
import { root } from './steps.ts'

const testFiles = alertTests.map((_, index) => `alert-test-${index}.json`)

/** The checks, made with the program that comes with Prometheus. */
const checks = [
  ['check', 'rules', 'alerts.json'],
  ['test', 'rules', ...testFiles],
  ['check', 'config', 'prometheus.yml'],
]

if (!isThere() && mayInstall()) installDebianPackages('prometheus')
if (isThere()) {
  const folder = mkdtempSync(join(tmpdir(), 'alert-rules-'))
  try {
    const write = (file: string, content: object): void =>
      writeFileSync(join(folder, file), JSON.stringify(content))
    write('alerts.json', prometheusRules(sections))
    for (const [index, test] of alertTests.entries()) {
      write(`alerts-${index}.json`, prometheusRules(namedAlerts(test)))
      write(`alert-test-${index}.json`, promtoolTest(`alerts-${index}.json`, test))
    }
    copyFileSync(join(root, 'deploy/prometheus.yml'), join(folder, 'prometheus.yml'))
    for (const args of checks) {
      const { status } = spawnSync('promtool', args, { cwd: folder, stdio: 'inherit' })
      if (status !== 0) process.exitCode = 1
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
} else {
  console.log(
    'not run: promtool on the alert rules, because prometheus is not installed (apt-get install prometheus)',
  )
}

function isThere(): boolean {
  return spawnSync('promtool', ['--version']).status === 0
}
