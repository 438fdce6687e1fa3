import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectSoundBlocks } from '../../../test/corpus/sound-blocks.ts'
import { hasTags } from './tagged-lines.ts'
import { readTagged } from './tagged-text.ts'
import { readText } from './text.ts'

const RULER = '='.repeat(78)

const MANUAL = `*lock_03.txt*	For Lock version 2.  Last change: 2024 May 1

		     LOCK USER MANUAL - by the keepers

			   Filling the chamber

The chamber is filled from the lake.

|03.1|	Opening the gate
|03.2|	What is shown

     Next chapter: |lock_04.txt|  Emptying
Table of contents: |lock_toc.txt|

${RULER}
*03.1*	Opening the gate				*gate* *gate-open*

The gate has a wheel |03.2|, which the keeper turns.  To open it: >

	:gate open
	:gate wait
<
It opens by itself when 'autogate' is on.  For one boat: >
	:gate open 1
The wheel stops then.
   When the wheel is stuck, use the lever.


IN WINTER						*gate-winter*

The ice is broken first: >

	:ice break
<	1: broken ~
	2: swept ~

Then the keeper waits.

${RULER}
*03.2*	What is shown

The board keeps these:

	The level of the lake
	Boats that wait
	Wind

These words may be set:

	depth		how deep the chamber is, in
			metres
	boats		how many boats wait

	sign	meaning ~
	red	the gate is shut
	green	the gate is open

The board then says:

	Chamber full ~

	Note:
	The board is lit at night, so that the keeper sees it from the house and
	from the bridge.

							*:fill* *:fi*
:fi[ll] [level]		Fill the chamber to [level], as far as the lake
			allows.

:[level]fi[ll]		Idem.

 vim:tw=78:ts=8:noet:ft=help:norl:
`

const shown = (raw: string) => {
  const { text, blocks = [] } = readText(raw)
  return blocks.map(({ start, end, kind, path }) => [kind, text.slice(start, end), path.slice(1).join(' › ')])
}

describe('readTagged', () => {
  const blocks = shown(MANUAL)
  const of = (wanted: string) => blocks.filter(([kind]) => kind === wanted).map(([, words]) => words)

  it('names the document after the title that stands in the middle of its page', () => {
    expect(readText(MANUAL).title).toBe('Filling the chamber')
  })

  it('heads sections with number and name, and what is in capitals below them', () => {
    expect(of('heading')).toEqual([
      'Filling the chamber',
      '03.1 Opening the gate',
      'IN WINTER',
      '03.2 What is shown',
      ':fi[ll] [level]',
      ':[level]fi[ll]',
    ])
    expect(blocks).toContainEqual(['caption', 'The ice is broken first:', '03.1 Opening the gate › IN WINTER'])
  })

  it('leaves out the marks of tags, links and code, and keeps code with its introduction', () => {
    const at = blocks.findIndex(([, words]) => words === ':gate open\n:gate wait')
    expect(blocks.slice(at - 1, at + 2)).toEqual([
      ['caption', 'The gate has a wheel 03.2, which the keeper turns. To open it:', '03.1 Opening the gate'],
      ['code', ':gate open\n:gate wait', '03.1 Opening the gate'],
      ['caption', "It opens by itself when 'autogate' is on. For one boat:", '03.1 Opening the gate'],
    ])
  })

  it('ends code at the margin, and begins a paragraph that is set apart by a few columns', () => {
    expect(of('code')).toContain(':gate open 1')
    expect(of('paragraph')).toEqual(
      expect.arrayContaining(['The wheel stops then.', 'When the wheel is stuck, use the lever.']),
    )
  })

  it('takes what is shown as it stands for code', () => {
    expect(of('code')).toEqual(expect.arrayContaining(['1: broken\n2: swept', 'Chamber full']))
  })

  it('takes lines by themselves, and names with what stands beside them, for items and rows', () => {
    expect(of('item')).toEqual([
      '- The level of the lake',
      '- Boats that wait',
      '- Wind',
      '- depth: how deep the chamber is, in metres',
      '- boats: how many boats wait',
    ])
    expect(of('row')).toEqual(['sign | meaning', 'red | the gate is shut', 'green | the gate is open'])
  })

  it('keeps a note behind its label', () => {
    expect(of('paragraph')).toContain(
      'Note: The board is lit at night, so that the keeper sees it from the house and from the bridge.',
    )
  })

  it('puts what explains an entry below the names that its tag stands above', () => {
    expect(blocks).toContainEqual([
      'paragraph',
      'Fill the chamber to [level], as far as the lake allows.',
      '03.2 What is shown › :fi[ll] [level]',
    ])
    expect(blocks).toContainEqual(['paragraph', 'Idem.', '03.2 What is shown › :[level]fi[ll]'])
  })

  it('takes the contents, what leads to other chapters and the settings of the editor for furniture', () => {
    expect(of('furniture')).toEqual(
      expect.arrayContaining([
        '03.1 Opening the gate',
        'Next chapter: lock_04.txt Emptying',
        'vim:tw=78:ts=8:noet:ft=help:norl:',
      ]),
    )
  })

  it('joins the names of an entry that stand in several lines', () => {
    const page = `${MANUAL}
							*x* *<Del>*
["x]<Del>	or
["x]x			Delete [count] boats.

							*:cc*
:cc[!] [nr]		Shows boat [nr].  If [nr] is omitted, the same
:[nr]cc[!]		boat is shown again.
`
    expect(shown(page)).toEqual(
      expect.arrayContaining([
        ['paragraph', 'Delete [count] boats.', '03.2 What is shown › ["x]<Del>, ["x]x'],
        [
          'paragraph',
          'Shows boat [nr]. If [nr] is omitted, the same boat is shown again.',
          '03.2 What is shown › :cc[!] [nr], :[nr]cc[!]',
        ],
      ]),
    )
  })

  it('reads any lines into sound blocks', () => {
    const line = fc.oneof(
      fc.constantFrom(...MANUAL.split('\n'), '>', '<', '<x ~', '	~', '*', '*a*', 'a or', '1. ', '- >', '	- x >'),
      fc.string(),
    )
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        const { text, blocks: found = [] } = readTagged(lines.join('\n').replace(/\r/g, ''))
        expectSoundBlocks(text, found)
      }),
    )
  })
})

describe('hasTags', () => {
  it.each([
    ['a text without tags', 'The gate.\n\n* one *\n* two *\n\nUse *it* >\n'],
    ['stars around words, and rows', '*first*\n\n| a | b |\n|---|---|\n\n*second*\n\n*third*\n\n| c | d |\n'],
    ['quoted mail', '> one\n\ntwo >\n\n> three\n'],
  ])('is not taken in by %s', (_, text) => {
    expect(hasTags(text)).toBe(false)
  })

  it('knows a manual', () => {
    expect(hasTags(MANUAL)).toBe(true)
  })
})
