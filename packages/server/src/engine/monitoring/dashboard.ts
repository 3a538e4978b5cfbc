import { processDefinitions } from '../metrics/process-metrics.ts'
import type { Panel, Section } from './section.ts'

const COLUMNS = 3
const WIDTH = 8
const HEIGHT = 8

const datasource = { type: 'prometheus', uid: `\${datasource}` }
const instances = `label_values(${processDefinitions.build.name}, instance)`

/** The dashboard in the form that Grafana 10 and later import. */
export function grafanaDashboard(sections: readonly Section[]): object {
  return {
    uid: 'goodword',
    title: 'Goodword',
    tags: ['goodword'],
    schemaVersion: 39,
    version: 1,
    editable: true,
    timezone: 'browser',
    graphTooltip: 1,
    refresh: '30s',
    time: { from: 'now-6h', to: 'now' },
    templating: {
      list: [
        {
          name: 'datasource',
          label: 'Data source',
          type: 'datasource',
          query: 'prometheus',
          current: {},
          hide: 0,
        },
        {
          name: 'instance',
          label: 'Process',
          type: 'query',
          datasource,
          definition: instances,
          query: { query: instances, refId: 'A' },
          refresh: 2,
          includeAll: true,
          multi: true,
          current: { text: ['All'], value: ['$__all'] },
          sort: 1,
        },
      ],
    },
    annotations: { list: [] },
    links: [],
    panels: panelsOf(sections),
  }
}

function panelsOf(sections: readonly Section[]): readonly object[] {
  let y = 0
  const placed = sections.flatMap(({ title, panels }) => {
    const row = {
      type: 'row',
      title,
      collapsed: false,
      gridPos: { h: 1, w: COLUMNS * WIDTH, x: 0, y },
      panels: [],
    }
    const top = y + 1
    y = top + Math.ceil(panels.length / COLUMNS) * HEIGHT
    return [
      row,
      ...panels.map((panel, index) => ({
        ...chart(panel),
        gridPos: {
          h: HEIGHT,
          w: WIDTH,
          x: (index % COLUMNS) * WIDTH,
          y: top + Math.floor(index / COLUMNS) * HEIGHT,
        },
      })),
    ]
  })
  return placed.map((panel, index) => ({ id: index + 1, ...panel }))
}

function chart({ title, description = '', unit, isPresent = false, queries }: Panel): object {
  const units = new Set(Object.values(queries).map((query) => query.unit))
  const [only = 'none', ...others] = units
  return {
    type: isPresent ? 'stat' : 'timeseries',
    title,
    description,
    datasource,
    fieldConfig: {
      defaults: { unit: unit ?? (others.length === 0 ? only : 'none'), min: 0 },
      overrides: [],
    },
    options: isPresent
      ? {
          colorMode: 'value',
          graphMode: 'area',
          reduceOptions: { calcs: ['lastNotNull'], fields: '', values: false },
        }
      : {
          legend: { displayMode: 'list', placement: 'bottom', showLegend: true },
          tooltip: { mode: 'multi', sort: 'desc' },
        },
    targets: Object.entries(queries).map(([legendFormat, { text }], index) => ({
      refId: String.fromCharCode('A'.charCodeAt(0) + index),
      datasource,
      expr: text,
      legendFormat,
    })),
  }
}
