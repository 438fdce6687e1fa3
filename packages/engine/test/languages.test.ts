import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { CorpusSource } from '../src/corpus/types.ts'
import { openEmbeddedEngine } from '../src/embedded.ts'
import { draft, handSource, temporaryFolder } from './corpus/support.ts'

async function ask(source: CorpusSource, query: string) {
  const engine = await openEmbeddedEngine({ sources: [source], indexFile: join(temporaryFolder(), 'index.db') })
  onTestFinished(() => engine.close())
  for await (const event of engine.research({ query, level: 'low' }, { signal: new AbortController().signal })) {
    if (event.type === 'completed') return event.result
  }
  throw new Error('no result')
}

const corpora: Record<string, readonly [title: string, text: string][]> = {
  German: [
    [
      'Köhlbrandbrücke',
      'Die Köhlbrandbrücke überspannt einen Arm der Elbe. Sie wurde nach vier Jahren Bauzeit im Jahr 1974 eröffnet. ' +
        'Der Ingenieur Paul Boué entwarf die Konstruktion.',
    ],
    ['Alsterhaus', 'Das Alsterhaus ist ein Kaufhaus am Jungfernstieg. Es verkauft Kleidung und Schmuck.'],
    ['Speicherstadt', 'In den Häusern der Speicherstadt lagerten Händler Kaffee, Tee und Gewürze aus aller Welt.'],
  ],
  Spanish: [
    [
      'Puente de Triana',
      'El puente de Triana cruza el río Guadalquivir en Sevilla. Los ingenieros Steinacher y Bernadet construyeron ' +
        'el puente entre 1845 y 1852.',
    ],
    ['Torre del Oro', 'La Torre del Oro guardaba el puerto. Hoy es un museo de los navegantes.'],
    ['Mercados', 'En los mercados de la ciudad se venden naranjas, pescados y aceitunas.'],
  ],
  Russian: [
    [
      'Дворцовый мост',
      'Дворцовый мост соединяет центр города с Васильевским островом. Строительство моста завершили в 1916 году.',
    ],
    ['Эрмитаж', 'Эрмитаж хранит картины голландских мастеров. Музей открыт каждый день.'],
    ['Сады', 'В садах растут липы и клёны. Весной там гуляют школьники.'],
  ],
  Chinese: [
    ['武汉长江大桥', '武汉长江大桥连接汉阳和武昌。大桥于1957年10月15日正式通车。茅以升主持了大桥的设计工作。'],
    ['黄鹤楼', '黄鹤楼位于蛇山之上。诗人崔颢写过一首关于它的诗。'],
    ['热干面', '热干面是武汉的早餐。面条拌上芝麻酱和萝卜丁。'],
  ],
}

test.each([
  ['German', 'In welchem Jahr hat man die Köhlbrandbrücke über die Elbe eröffnet?', 'Köhlbrandbrücke', '1974'],
  ['German', 'Was lagerten die Händler in einem Haus der Speicherstadt?', 'Speicherstadt', 'Kaffee'],
  ['Spanish', '¿Qué ingeniero construyó el puente de Triana?', 'Puente de Triana', 'Steinacher'],
  ['Spanish', '¿Qué pescado se vende en el mercado de la ciudad?', 'Mercados', 'pescados'],
  ['Russian', 'Когда завершено строительство Дворцового моста?', 'Дворцовый мост', '1916'],
  ['Russian', 'Какие деревья, липа или клён, растут в саду?', 'Сады', 'липы'],
  ['Chinese', '武汉长江大桥是什么时候通车的？', '武汉长江大桥', '1957'],
  ['Chinese', '谁写过关于黄鹤楼的诗？', '黄鹤楼', '崔颢'],
])('a question in %s finds its passage: %s', async (language, query, title, answer) => {
  const drafts = (corpora[language] ?? []).map(([name, text], index) =>
    draft(name, text, { url: `urn:corpus:${language}/${index}` }),
  )
  const result = await ask(handSource({ all: drafts }).source, query)
  const [first] = result.citations
  expect(first?.source.title).toBe(title)
  expect(first?.verified).toBe(true)
  expect(result.answer_clean).toContain(answer)
})

test.each([
  ['German', 'Wer hat die Sternwarte auf dem Brocken gebaut?'],
  ['German', 'Wie hoch ist der Turm der Michaeliskirche?'],
  ['Spanish', '¿Quién pintó el retrato de la reina en el palacio?'],
  ['Russian', 'Когда построен вокзал в Новосибирске?'],
  ['Chinese', '北京故宫是谁设计的？'],
])('a question in %s that nothing answers gets no verified citation: %s', async (_language, query) => {
  const drafts = Object.values(corpora).flatMap((documents, corpus) =>
    documents.map(([name, text], index) => draft(name, text, { url: `urn:corpus:${corpus}/${index}` })),
  )
  const result = await ask(handSource({ all: drafts }).source, query)
  expect(result.citations.filter(({ verified }) => verified)).toEqual([])
})

test('a question in English finds the names that a text in another language speaks of', async () => {
  const drafts = (corpora['Spanish'] ?? []).map(([name, text]) => draft(name, text))
  const result = await ask(handSource({ all: drafts }).source, 'Steinacher Bernadet Sevilla Guadalquivir Triana')
  expect(result.citations[0]?.source.title).toBe('Puente de Triana')
})
