/// Values in the forms that lifts and runs are mapped with.
enum MappedHours {
  static let values = [
    "09:00-16:00", "9:00-16:30", "08:30-17:00", "Mo-Su 09:00-16:00", "Mo-Su,PH 08:45-16:15",
    "Dec-Apr 09:00-16:00", "Dec-Apr: 09:00-16:30", "Dec-Apr Mo-Su 08:30-16:30", "Nov-May 08:30-16:00",
    "Dec 15-Apr 15 09:00-16:00", "Dec 01-Mar 31 08:30-16:15; Apr 01-Apr 20 08:30-16:45",
    "Dec 20-Jan 31 09:00-16:00; Feb 01-Apr 12 09:00-16:45", "2025 Dec 6-2026 Apr 12 08:30-16:30",
    "Dec-Mar Mo-Fr 09:00-16:00; Dec-Mar Sa,Su 08:30-16:30", "Jun-Sep 09:00-17:00; Dec-Apr 08:30-16:00",
    "Jun 15-Sep 30 08:30-12:00,13:30-17:30", "Dec-Apr Mo-Su 09:00-16:00; Dec-Apr We,Fr 19:00-22:00",
    "Dec-Apr 09:00-16:00; Dec-Apr We,Fr 09:00-16:00,18:30-21:30",
    "Dec-Apr 08:00-16:00 open \"snow permitting\"",
    "Mo-Fr 09:00-16:00; Sa-Su 08:30-16:30; PH 08:30-16:30", "Mo-Su 09:00-16:00; Dec 25 10:00-15:00",
    "Dec-Apr Mo-Su 09:00-16:00; Dec 24,25 off", "Fr-Su 16:00-22:00", "We-Su 10:00-16:00; SH 10:00-16:00",
    "Mo-Su sunrise-sunset", "sunrise-sunset", "Dec-Mar sunrise-17:00", "dawn-dusk", "24/7", "Jul-Aug 24/7",
    "Nov 25-Easter 08:30-16:30", "Nov 25-easter +7 days 08:30-16:30",
    "week 50-52 09:00-16:00; week 1-16 09:00-16:30",
    "May off; Nov off", "Apr 20-Jun 15 off; Oct 15-Dec 10 off; Mo-Su 08:00-17:00",
    "Mo[1] 08:30-13:00; We 09:00-16:00", "Mar Su[-1]-Oct Su[-1] 08:30-18:00", "Dec-Apr \"see website\"",
    "\"when conditions allow\"", "unknown \"weather dependent\"", "closed", "off \"derelict\"",
    "08:00-08:30,09:00-16:00", "08:30-16:00+", "Sa 09:00-15:00 || \"on request\"", "18:00-02:00",
  ]
}
