import type { Section } from './section.ts'

/** The alert rules as Prometheus reads them: JSON is YAML as well. */
export function prometheusRules(sections: readonly Section[]): object {
  const rules = sections
    .flatMap(({ alerts }) => alerts)
    .map(({ name, when, lasting, severity, summary, description }) => ({
      alert: name,
      expr: when,
      ...(lasting === undefined ? {} : { for: lasting }),
      labels: { severity },
      annotations: { summary, description },
    }))
  return { groups: [{ name: 'goodword', rules }] }
}
