import { BarChart } from '../../components/bar-chart.tsx'
import { Funnel } from '../../components/funnel.tsx'
import { LineChart } from '../../components/line-chart.tsx'
import { moneyText } from '../../format/money-text.ts'

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

export function ChartExamples() {
  return (
    <div className="flex flex-col gap-6">
      <LineChart
        label="Referrals by month"
        points={months}
        series={[
          { name: 'Started', values: [3, 5, 8, 6, 9, 14, 12, 16, 21, 18, 24, 30] },
          { name: 'Converted', values: [0, 1, 2, 4, 3, 6, 7, 6, 11, 12, 10, 16] },
        ]}
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
