"""What all titles share: an agenda of steps inside a decider.

Read in this order: `steps` (what can be on the agenda), `agenda`, `play` (a move being carried out), `judge`
(from a move to events or a refusal), `game` (the events every title shares, and the fold). Around them stand
`chance`, `codec`, `notation`, `fingerprint`, `components` and `options`; `title` says what a title has to give.
"""
