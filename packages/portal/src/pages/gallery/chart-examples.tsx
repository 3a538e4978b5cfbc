import { BarChart } from '../../components/bar-chart.tsx'
import { Funnel } from '../../components/funnel.tsx'
import { HeatTable } from '../../components/heat-table.tsx'
import { TrendChart } from '../../components/trend-chart.tsx'
import { moneyText } from '../../format/money-text.ts'

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

export function ChartExamples() {
  return (
    <div className="flex flex-col gap-6">
      <TrendChart
        label="Referrals by month"
        points={months.map((name, index) => ({ name, value: 3 + index * index }))}
        format={(it) => it.toLocaleString()}
      />
      <HeatTable
        label="Conversions by quarter"
        columns={[
          { name: 'quarter', label: 'Quarter', cell: (it) => it.name },
          {
            name: 'share',
            label: 'Converted',
            cell: (it) => `${it.percent}%`,
            heat: (it) => it.percent / 100,
          },
        ]}
        rows={[0, 25, 60, 100].map((percent, index) => ({ name: `Q${index + 1}`, percent }))}
        keyOf={(it) => it.name}
      />
      <BarChart
        label="Discounts by month"
        points={months}
        series={[{ name: 'Discounts', values: [0, 12, 25, 40, 38, 62, 70, 66, 110, 122, 101, 164] }]}
        format={(it) => moneyText(it, 'EUR')}
      />
      <Funnel
        label="From click to customer"
        steps={[
          { label: 'Clicks', value: 1200 },
          { label: 'Visitors', value: 840 },
          { label: 'Started', value: 120 },
          { label: 'Converted', value: 30 },
        ]}
      />
    </div>
  )
}
