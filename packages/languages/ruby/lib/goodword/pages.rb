# frozen_string_literal: true

module Goodword
  # A list: iterated it is every entry of every page, each page requested when it is needed. `page` requests the first page
  # alone, with its `nextCursor`.
  class Pages
    include Enumerable

    def initialize(entries, is_paged, &page_at)
      @entries = entries
      @is_paged = is_paged
      @page_at = page_at
    end

    def page = @page_at.call(nil)

    def each(&block)
      return enum_for(:each) unless block

      cursor = nil
      loop do
        page = @page_at.call(cursor)
        entries = page.fetch(@entries)
        entries.each(&block)
        cursor = page[:nextCursor]
        # A feed gives a cursor on every page, so that polling can go on: its iteration ends where nothing is new.
        return self if !@is_paged || cursor.nil? || entries.empty?
      end
    end

    # The entries are not requested for a message in a log.
    def inspect = "#<#{self.class} #{@entries}>"
  end
end
